// Probabilities as users meet them.
#include <gmock/gmock.h>
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include "app/command.h"
#include "base/text.h"
#include "support/noisy_data.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_gntp;
using ::testing::StartsWith;
using testing::TempFolder;

class Probabilities : public ::testing::Test {
 protected:
  Probabilities() {
    testing::write_noisy_data(folder_, "data", true);
    train("data", "run");
  }
  Outcome gntp(const std::string& arguments) const { return run_gntp(arguments, folder_.path()); }
  void train(const std::string& data, const std::string& run) const {
    const Outcome outcome = gntp("train " + data + " --preset mined --no-eval --out " + run);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    said_ = outcome.err;
  }

  TempFolder folder_;
  mutable std::string said_;  // by the last training
};

TEST_F(Probabilities, StandBesideScores) {
  EXPECT_THAT(gntp("predict run 'visits(e7, ?)'").out, HasSubstr("score  probability"));
  const nlohmann::json answers =
      gntp("predict run 'visits(e7, ?)' --new --json").json().at("answers");
  const double probability = answers.at(0).at("probability");
  EXPECT_GT(probability, 0);
  EXPECT_LT(probability, 1);
  const std::string fact = "'visits(e7, " + answers.at(0).at("answer").get<std::string>() + ")'";
  EXPECT_EQ(gntp("explain run " + fact + " --json").json().at("probability"), probability);
  const std::string drawn = gntp("explain run " + fact).out;
  EXPECT_THAT(drawn, StartsWith("probability 0."));
  EXPECT_THAT(drawn, HasSubstr("\nscore 0."));
  EXPECT_THAT(drawn, HasSubstr(", which orders answers and is no probability: "));
  EXPECT_EQ(gntp("score run " + fact + " --json").json().at(0).at("probability"), probability);
  EXPECT_THAT(gntp("score run " + fact).out, HasSubstr(fmt::format("\t{:.6g}\n", probability)));
}

TEST_F(Probabilities, AreMeasuredAndDrawn) {
  const Outcome summary = gntp("eval run --quiet");
  EXPECT_THAT(summary.out, AllOf(HasSubstr("  calibration error: head 0."), HasSubstr("; tail 0."),
                                 Not(HasSubstr("correct"))));
  const Outcome outcome = gntp("eval run --split valid --calibration --diagram d.svg");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("valid, head, half 1: "), HasSubstr("valid, tail, half 2: "),
                    HasSubstr("answers  probability  correct")));
  const std::string picture = read_file(folder_.path() / "d.svg");
  EXPECT_THAT(picture, AllOf(StartsWith("<svg "), HasSubstr("tail, half 2: error 0."),
                             HasSubstr("</svg>\n")));
  const nlohmann::json json = gntp("eval run --json --quiet").json();
  EXPECT_EQ(json.at("calibration").size(), 2U);
  EXPECT_EQ(json.at("calibration").at(0).at("bins").size(), 10U);

  const Outcome again = gntp("eval run --diagram d.svg");
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.err, HasSubstr("d.svg"));
  EXPECT_EQ(gntp("eval run --diagram d.svg --force").status, 0);
  EXPECT_EQ(gntp("eval run --force").status, 2);
}

// By definition: asked one by one, what is new and probable enough.
TEST_F(Probabilities, ChooseTheFactsToMaterialise) {
  for (const double least : {0.02, 0.2, 0.6}) {
    std::string expected;
    const Engine engine = Engine::open(folder_.path() / "run");
    for (const std::string& relation : engine.relations()) {
      for (const Question& question : engine.questions_about(relation)) {
        for (const Answer& answer :
             engine.predict(question.to_text(), {.count = 100000, .known = KnownFacts::kLeftOut})) {
          if (answer.probability < least) continue;
          expected += fmt::format("{}\t{}\t{}\t{:.6f}\n", *question.head, relation, answer.name,
                                  *answer.probability);
        }
      }
    }
    const Outcome outcome =
        gntp(fmt::format("materialise run --min-probability {} --out /dev/stdout --quiet", least));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, expected);
    EXPECT_EQ(expected.empty(), false) << least;
  }
  const std::string few = "materialise run --min-probability 0.02 --out /dev/stdout --quiet";
  std::string expected;
  const std::string all = gntp(few).out;
  for (const std::string_view line : split(all, '\n')) {
    if (line.find("\te7\t") != std::string_view::npos) expected += std::string(line) + '\n';
  }
  folder_.write("list", "e7\nhut\n");
  EXPECT_NE(expected, "");
  EXPECT_EQ(gntp(few + " --among list").out, expected);
  EXPECT_EQ(gntp(few + " --type owns:tail").out, "");
  folder_.write("seen.tsv", all);
  EXPECT_NE(gntp(few + " --not-known-in seen.tsv").err.find("expected 3"), std::string::npos);
  EXPECT_THAT(gntp("materialise run --out new.tsv").err, HasSubstr("they are in new.tsv"));
  EXPECT_EQ(gntp("materialise run --out new.tsv").status, 1);  // it is there
  EXPECT_EQ(gntp("materialise run --out data/train.tsv --force").status, 1);
  EXPECT_THAT(gntp("materialise run --relation vists --out x.tsv").err, HasSubstr("visits"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "x.tsv"));
}

TEST_F(Probabilities, TakeAValidSplit) {
  EXPECT_THAT(said_, Not(HasSubstr("probability")));
  testing::write_noisy_data(folder_, "unsplit", false);
  train("unsplit", "without");
  EXPECT_THAT(said_, HasSubstr("there is no valid split to calibrate scores on: answers have no "
                               "probability"));
  EXPECT_THAT(gntp("predict without 'visits(e7, ?)'").out, Not(HasSubstr("probability")));
  EXPECT_THAT(gntp("eval without --quiet").out, Not(HasSubstr("calibration")));
  const Outcome outcome = gntp("eval without --calibration --quiet");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("without: has no probabilities"));
}

}  // namespace
}  // namespace gntp
