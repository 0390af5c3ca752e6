// Link predictors behind the door: alone and beside rules.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/file.h"
#include "support/errors.h"
#include "support/folders.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

std::string person(std::size_t number) {
  return "p" + std::to_string(number);
}

// Families in which grandparents are parents of parents, and friends are drawn at random.
const TempFolder& data() {
  static const TempFolder kFolder;
  static const bool kWritten = [] {
    std::minstd_rand random(3);
    std::string train;
    std::string valid;
    std::string test;
    constexpr std::size_t kPeople = 60;
    for (std::size_t i = 0; i < kPeople; ++i) {
      train += person(i) + "\tparent\t" + person((i + 1) % kPeople) + "\n";
      std::string& split = i % 6 == 1 ? valid : i % 6 == 4 ? test : train;
      split += person(i) + "\tgrandparent\t" + person((i + 2) % kPeople) + "\n";
      train += person(i) + "\tfriend\t" + person(random() % kPeople) + "\n";
    }
    kFolder.write("train.tsv", train);
    kFolder.write("valid.tsv", valid);
    kFolder.write("test.tsv", test);
    return true;
  }();
  EXPECT_TRUE(kWritten);
  return kFolder;
}

Settings settings_of(const std::string& preset) {
  Settings settings = Settings::preset(preset);
  for (const char* small : {"predictor.dim=8", "predictor.epochs=4", "predictor.starts=1"}) {
    settings.assign(small);
  }
  if (preset == "hybrid") settings.assign("mine.adaptive=false");  // few valid triples
  return settings;
}

Engine train(const std::string& preset, std::size_t threads = 1) {
  const Settings settings = settings_of(preset);
  return Engine::train(Dataset::load(data().path(), settings), settings, {5, threads, {}});
}

double total(const ScoreParts& parts) {
  return parts.proof + parts.similarity + parts.prior;
}

class PredictorPresets : public ::testing::TestWithParam<std::string> {};

TEST_P(PredictorPresets, AnswersSayWhatTheyAreMadeOf) {
  const Engine engine = train(GetParam());
  const std::vector<Answer> answers = engine.predict("grandparent(p1, ?)", 60);
  ASSERT_GT(answers.size(), 10U);
  for (const Answer& answer : answers) {
    ASSERT_TRUE(answer.parts);
    EXPECT_NEAR(answer.score, 1 / (1 + std::exp(-total(*answer.parts))), 1e-6);
    EXPECT_TRUE(answer.parts->proved || answer.parts->proof == 0);
    const Fact fact{"p1", "grandparent", answer.name};
    EXPECT_NEAR(engine.judge(std::span(&fact, 1)).front().score, answer.score, 1e-5);
    EXPECT_NEAR(engine.score("grandparent(p1, " + answer.name + ")"), answer.score, 1e-5);
  }
  EXPECT_EQ(engine.rules().empty(), GetParam() != "hybrid");
}

TEST_P(PredictorPresets, ManyQuestionsAreAnsweredAsOneByOne) {
  const Engine engine = train(GetParam());
  std::vector<Question> questions;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 60; ++i) {
    texts.push_back("grandparent(" + person(i) + ", ?)");
    texts.push_back("friend(?, " + person(i) + ")");
    texts.push_back("?(" + person(i) + ", p7)");
  }
  for (const std::string& text : texts) {
    questions.push_back(engine.parse_question(text));
    EXPECT_EQ(questions.back().to_text(), text);
  }
  for (const KnownFacts known : {KnownFacts::kListed, KnownFacts::kLeftOut}) {
    const AnswerOptions options{.count = 5, .known = known};
    const std::vector<std::vector<Answer>> answers = engine.predict(questions, options);
    ASSERT_EQ(answers.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::vector<Answer> alone = engine.predict(texts[i], options);
      ASSERT_EQ(answers[i].size(), alone.size()) << texts[i];
      for (std::size_t k = 0; k < alone.size(); ++k) {
        EXPECT_EQ(answers[i][k].name, alone[k].name) << texts[i];
        EXPECT_EQ(answers[i][k].rank, alone[k].rank);
        EXPECT_EQ(answers[i][k].score, alone[k].score);
        EXPECT_FALSE(known == KnownFacts::kLeftOut && alone[k].known);
      }
    }
  }
}

TEST_P(PredictorPresets, ExplanationsHaveWhatIsSimilar) {
  const Engine engine = train(GetParam());
  const Explanation explanation = engine.explain("grandparent(p1, p3)");
  ASSERT_TRUE(explanation.parts);
  ASSERT_TRUE(explanation.similar);
  EXPECT_NEAR(explanation.score, 1 / (1 + std::exp(-total(*explanation.parts))), 1e-6);
  EXPECT_EQ(explanation.similar->like_head.size(), 5U);
  for (const SimilarFact& fact : explanation.similar->facts) {
    EXPECT_THAT(fact.fact, HasSubstr("grandparent("));
    EXPECT_LE(fact.similarity, 1.0001);
  }
  const std::string text = explanation.to_text();
  EXPECT_THAT(text, HasSubstr("by similarity"));
  EXPECT_THAT(text, HasSubstr("like the head: "));
  const bool says_what_scores_are = text.find("and is no probability") != std::string::npos;
  EXPECT_EQ(says_what_scores_are, explanation.probability.has_value());
  if (GetParam() == "hybrid") {
    EXPECT_TRUE(explanation.parts->proved);
    EXPECT_THAT(text, HasSubstr("rule  grandparent("));
  } else {
    EXPECT_THAT(text, HasSubstr("grandparent(p1, p3) has no proof"));
  }
}

// A known fact that is left out is judged without itself.
// Here nobody has two grandparents: vectors do not know that, valid triples do.
TEST_P(PredictorPresets, KnownFactsCompeteWithTheAnswer) {
  const Engine engine = train(GetParam());
  const Explanation explanation = engine.explain("grandparent(p1, p2)");
  const auto same_tail = std::ranges::find(explanation.against, CounterEvidence::Shared::kTail,
                                           &CounterEvidence::shared);
  ASSERT_NE(same_tail, explanation.against.end());
  EXPECT_THAT(same_tail->facts, ::testing::ElementsAre("grandparent(p0, p2)"));
  EXPECT_LT(same_tail->factor, 0.5);
  const Explanation free = engine.explain("grandparent(p1, p3)");  // of valid
  EXPECT_THAT(free.against, ::testing::IsEmpty());
  // Rules know it already: beside them nothing need be said again.
  if (GetParam() == "hybrid") return;
  EXPECT_GT(free.parts->prior, explanation.parts->prior);
}

TEST_P(PredictorPresets, ExcludedFactsDoNotProveThemselves) {
  const Engine engine = train(GetParam());
  const Explanation with = engine.explain("parent(p1, p2)");
  const Explanation without =
      engine.explain("parent(p1, p2)", {.itself = ExplainOptions::Itself::kExcluded});
  EXPECT_GT(with.parts->proof, without.parts->proof);
}

TEST_P(PredictorPresets, AreTheSameWhenOpenedAndForAnyNumberOfThreads) {
  const Engine engine = train(GetParam());
  const TempFolder folder;
  engine.save(folder.path() / "one");
  train(GetParam(), 3).save(folder.path() / "three");
  EXPECT_EQ(testing::difference(folder.path() / "one", folder.path() / "three"), "");
  const Engine opened = Engine::open(folder.path() / "one");
  EXPECT_EQ(opened.predict("friend(?, p9)").front().score,
            engine.predict("friend(?, p9)").front().score);
  EXPECT_EQ(opened.evaluate("test").front().both.realistic.mrr,
            engine.evaluate("test").front().both.realistic.mrr);
  EXPECT_TRUE(std::ranges::equal(opened.entity_vectors().values, engine.entity_vectors().values));
}

TEST_P(PredictorPresets, VectorsHaveNames) {
  const Engine engine = train(GetParam());
  VectorTable entities = engine.entity_vectors();
  ASSERT_EQ(entities.names.size(), 60U);
  const std::size_t width = GetParam() == "complex" || GetParam() == "hybrid" ? 16 : 8;
  EXPECT_EQ(entities.names.front(), "p0");
  EXPECT_EQ(entities.width, width);
  EXPECT_EQ(entities.values.size(), 60 * width);
  const VectorTable relations = engine.relation_vectors();
  ASSERT_EQ(relations.names.size(), 6U);
  EXPECT_EQ(relations.names[0], "friend");
  EXPECT_EQ(relations.names[1], "inverse of friend");
  EXPECT_EQ(relations.values.size(), 6 * width);
}

INSTANTIATE_TEST_SUITE_P(Presets, PredictorPresets,
                         ::testing::Values("transe", "distmult", "complex", "hybrid"),
                         [](const auto& each) { return each.param; });

// Where rules know all, the hybrid does not lose it.
TEST(Hybrid, IsNoWorseThanItsParts) {
  const Engine engine = train("hybrid");
  const TrainingSummary& training = *engine.training();
  ASSERT_TRUE(training.valid_by_both);
  EXPECT_GE(*training.valid_by_both, *training.valid_by_rules - 0.02);
  EXPECT_GE(*training.valid_by_both, *training.valid_by_vectors - 0.02);
  EXPECT_GT(engine.evaluate("test").front().both.realistic.mrr, 0.9);
}

TEST(PredictorEstimate, CountsVectors) {
  const Settings settings = settings_of("complex");
  const TrainingEstimate estimate =
      Engine::estimate(Dataset::load(data().path(), settings), settings, {5, 1, {}});
  EXPECT_GT(estimate.vector_seconds, 0);
  EXPECT_GE(estimate.seconds, estimate.vector_seconds);
  EXPECT_GT(estimate.model_bytes, 60U * 16 * sizeof(float));
}

TEST(PredictorSettings, ThatDoNotGoTogetherAreRefused) {
  Settings settings = Settings::preset("complex");
  settings.assign("rank.aggregate=max");
  EXPECT_THAT(error_of([&] { settings.check(); }), HasSubstr("rank.aggregate = \"noisy_or\""));
  Settings none;
  none.assign("learn.rules=none");
  EXPECT_THAT(error_of([&] { none.check(); }), HasSubstr("set predictor.kind"));
}

}  // namespace
}  // namespace gntp
