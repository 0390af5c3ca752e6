// Probabilities, from training to the answers of a run that was opened again.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "engine/calibration_file.h"
#include "engine/engine_state.h"
#include "support/errors.h"
#include "support/noisy_data.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Lt;
using testing::TempFolder;

class CalibratedRun : public ::testing::Test {
 protected:
  CalibratedRun() { testing::write_noisy_data(folder_, "data", true); }

  Engine train(const std::string& data = "data", const std::string& aggregate = "max_plus",
               std::size_t threads = 1, const Observer& observer = {}) const {
    Settings settings = Settings::preset("mined");
    settings.set("rank.aggregate", aggregate);
    settings.set("learn.epochs", "1");
    settings.set("mine.bodiless", "false");
    return Engine::train(Dataset::load(folder_.path() / data, settings), settings,
                         {.seed = 3, .threads = threads}, observer);
  }

  TempFolder folder_;
};

TEST_F(CalibratedRun, KeepsTheOrderOfAnswers) {
  for (const std::string aggregate : {"max", "max_plus", "noisy_or"}) {
    const Engine engine = train("data", aggregate);
    for (int i = 0; i < 60; ++i) {
      for (const std::string query : {"visits(e{}, ?)", "knows(?, e{})", "likes(e{}, ?)"}) {
        double last = 1;
        for (const Answer& answer : engine.predict(fmt::format(fmt::runtime(query), i), 100)) {
          ASSERT_TRUE(answer.probability);
          EXPECT_LE(*answer.probability, last) << aggregate << ' ' << query << ' ' << i;
          if (answer.known) {
            EXPECT_EQ(*answer.probability, 1);
          } else {
            EXPECT_THAT(*answer.probability, AllOf(Gt(0), Lt(1)));
          }
          last = *answer.probability;
        }
      }
    }
  }
}

TEST_F(CalibratedRun, JudgesAFactAsAnAnswerForItsTail) {
  const Engine engine = train();
  for (const Answer& answer : engine.predict("visits(e7, ?)", 5)) {
    const std::string fact = fmt::format("visits(e7, {})", answer.name);
    EXPECT_EQ(engine.judge(std::vector<Fact>{engine.parse(fact)}).front().probability,
              answer.probability);
    EXPECT_EQ(engine.explain(fact).probability, answer.probability);
    const ExplainOptions without{.itself = ExplainOptions::Itself::kExcluded};
    EXPECT_LT(*engine.explain(fact, without).probability, 1);
    EXPECT_THAT(engine.explain(fact).to_text(), HasSubstr("probability "));
  }
  // No proof: as probable as an answer that was not found.
  const Judgement unproved = engine.judge(std::vector<Fact>{{"hermit", "visits", "e7"}}).front();
  EXPECT_EQ(unproved.score, 0);
  EXPECT_THAT(*unproved.probability, AllOf(Gt(0), Lt(0.1)));
}

TEST_F(CalibratedRun, OpensAsItWasSavedForAnyNumberOfThreads) {
  const Engine engine = train();
  engine.save(folder_.path() / "one");
  train("data", "max_plus", 3).save(folder_.path() / "three");
  const std::string bytes = read_file(folder_.path() / "one" / kCalibrationFile);
  EXPECT_EQ(read_file(folder_.path() / "three" / kCalibrationFile), bytes);
  const Engine opened = Engine::open(folder_.path() / "one", 1);
  opened.save(folder_.path() / "again");
  EXPECT_EQ(read_file(folder_.path() / "again" / kCalibrationFile), bytes);
  for (const std::string query : {"visits(e7, ?)", "knows(?, e3)"}) {
    const std::vector<Answer> expected = engine.predict(query);
    const std::vector<Answer> answers = opened.predict(query);
    ASSERT_EQ(answers.size(), expected.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_EQ(answers[i].probability, expected[i].probability);
    }
  }
}

TEST_F(CalibratedRun, IsMeasuredOnTestAndOnHalvesOfValid) {
  const Engine engine = train();
  const std::vector<Evaluation> evaluations = engine.evaluate("all");
  ASSERT_EQ(evaluations.size(), 2U);
  std::vector<std::size_t> halves;
  halves.reserve(4);
  for (const CalibrationQuality& quality : evaluations[1].calibration) {
    halves.push_back(quality.half);
    EXPECT_EQ(quality.bins.size(), 10U);
    EXPECT_LT(quality.error, 0.15);
    EXPECT_LE(quality.answers, 10 * quality.questions);
  }
  EXPECT_THAT(halves, ElementsAre(1U, 1U, 2U, 2U));
  ASSERT_EQ(evaluations[0].calibration.size(), 2U);
  for (const CalibrationQuality& quality : evaluations[0].calibration) {
    EXPECT_EQ(quality.half, 0U);
    EXPECT_LT(quality.error, 0.1);
    double correct = 0;
    double probability = 0;
    for (const CalibrationBin& bin : quality.bins) {
      correct += bin.correct / 10;
      probability += bin.probability / 10;
    }
    EXPECT_NEAR(probability, correct, 0.1);
  }
}

TEST_F(CalibratedRun, TakesAValidSplit) {
  testing::write_noisy_data(folder_, "unsplit", false);
  std::vector<std::string> notes;
  Observer observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Engine engine = train("unsplit", "max_plus", 1, observer);
  EXPECT_EQ(std::ranges::count_if(
                notes, [](const std::string& text) { return text.find("no probability") < 200; }),
            1);
  EXPECT_FALSE(engine.predict("visits(e7, ?)").front().probability);
  EXPECT_FALSE(engine.explain("visits(e7, e8)").probability);
  EXPECT_THAT(engine.evaluate("test").front().calibration, IsEmpty());
  engine.save(folder_.path() / "run");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "run" / kCalibrationFile));
}

// It could take hours.
TEST_F(CalibratedRun, IsNotTriedWithNestedProofsOneByOne) {
  Settings settings;
  settings.set("prover.depth", "2");
  settings.set("prover.unification", "joint");
  settings.set("learn.epochs", "1");
  folder_.write("data/rules.pl", "knows(X, Y) :- likes(X, Y)\n");
  std::vector<std::string> notes;
  Observer observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  const Dataset dataset = Dataset::load(folder_.path() / "data", settings);
  const Engine engine =
      Engine::train(dataset, settings, {.seed = 3, .threads = 1, .limit = {.steps = 0}}, observer);
  EXPECT_THAT(notes, ::testing::Contains(HasSubstr("nested proofs take too long")));
  EXPECT_FALSE(engine.state().calibration.is_fitted());
}

TEST(CalibrationFile, SaysWhatIsWrong) {
  const std::string side =
      R"({"evidence":[0,1],"log_odds":[-1,1],"relations":[0],"shifts":[0.5],"slopes":[2],"unproved":0.1})";
  const auto error = [&](const std::string& from, const std::string& to) {
    std::string text = R"({"head":)" + side + R"(,"tail":)" + side + "}";
    if (const std::size_t place = text.find(from); place != std::string::npos) {
      text.replace(place, from.size(), to);
    }
    return error_of([&] { parse_calibration(text, 2, "run/calibration.json"); });
  };
  EXPECT_EQ(error("nothing", ""), "no error");
  EXPECT_THAT(error("{", "["), HasSubstr("run/calibration.json: is damaged: not JSON"));
  EXPECT_THAT(error("head", "hand"), HasSubstr("run/calibration.json: is damaged"));
  EXPECT_THAT(error("[0,1]", "[1,0]"), HasSubstr("do not ascend"));
  EXPECT_THAT(error("[-1,1]", "[-1]"), HasSubstr("do not ascend"));
  EXPECT_THAT(error("[0]", "[2]"), HasSubstr("relation 2"));
  EXPECT_THAT(error("[0.5]", "[]"), HasSubstr("shifts, slopes and relations"));
  EXPECT_THAT(error("[2]", "[0]"), HasSubstr("the line of relation 0"));
  EXPECT_THAT(error("[2]", "[1,1]"), HasSubstr("shifts, slopes and relations"));
  EXPECT_EQ(error(R"(,"slopes":[2])", ""), "no error");  // as before 0.5
  EXPECT_THAT(error("0.1", "1.5"), HasSubstr("no probability"));
  EXPECT_THAT(error("0.1", "\"x\""), HasSubstr("is damaged"));
}

}  // namespace
}  // namespace gntp
