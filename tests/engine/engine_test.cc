// The library as its users see it.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/file.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using testing::TempFolder;

namespace fs = std::filesystem;

// A family whose facts are apart, so that answers are crisp: 0 epochs, far vectors.
class EngineTest : public ::testing::Test {
 protected:
  EngineTest() {
    folder_.write("family/train.tsv",
                  "ada\tparent\tbob\nbob\tparent\tcid\nbob\tparent\tdan\nada\tfriend\teve\n");
    folder_.write("family/test.tsv", "ada\tgrandparent\tcid\n");
    folder_.write("family/rules.pl", "grandparent(X, Y) :- parent(X, Z), parent(Z, Y)\n");
  }

  static Settings crisp() {
    Settings settings;
    settings.set("learn.epochs", "0");
    settings.set("model.entity_scale", "100");
    settings.set("model.relation_scale", "100");
    return settings;
  }

  Dataset family() const { return Dataset::load(folder_.path() / "family"); }
  Engine train() const { return Engine::train(family(), crisp(), {.seed = 0, .threads = 2}); }
  fs::path run() const { return folder_.path() / "run"; }

  TempFolder folder_;
};

std::vector<std::string> names_of(const std::vector<Answer>& answers) {
  std::vector<std::string> names;
  names.reserve(answers.size());
  for (const Answer& answer : answers) names.push_back(answer.name);
  return names;
}

TEST_F(EngineTest, Predicts) {
  const Engine engine = train();
  EXPECT_THAT(names_of(engine.predict("grandparent(ada, ?)")),
              ::testing::ElementsAre("cid", "dan"));
  EXPECT_THAT(names_of(engine.predict("grandparent(ada, ?)", 1)), ::testing::ElementsAre("cid"));
  EXPECT_THAT(names_of(engine.predict("?(ada, eve)")), ::testing::ElementsAre("friend"));
  const std::vector<Answer> parents = engine.predict("parent(?, cid)");
  ASSERT_EQ(parents.size(), 1U);
  EXPECT_EQ(parents[0].rank, 1U);
  EXPECT_EQ(parents[0].score, 1);
  EXPECT_TRUE(parents[0].known);
  EXPECT_THAT(engine.predict("parent(?, cid)", {.known = KnownFacts::kLeftOut}), IsEmpty());
}

TEST_F(EngineTest, ScoresOneFactAndMany) {
  const Engine engine = train();
  EXPECT_EQ(engine.score("grandparent(ada, dan)"), 1);
  EXPECT_EQ(engine.score("grandparent(dan, ada)"), 0);
  const std::vector<Fact> facts{{"ada", "grandparent", "dan"}, {"dan", "grandparent", "ada"}};
  EXPECT_THAT(engine.score(facts), ::testing::ElementsAre(1, 0));
  const Fact parsed = engine.parse("grandparent(ada, dan)");
  EXPECT_EQ(parsed.head, "ada");
  EXPECT_EQ(parsed.relation, "grandparent");
  EXPECT_EQ(parsed.tail, "dan");
}

TEST_F(EngineTest, Explains) {
  const Engine engine = train();
  const Explanation explanation = engine.explain("grandparent(ada, cid)");
  EXPECT_FALSE(explanation.known);
  EXPECT_EQ(explanation.score, 1);
  ASSERT_EQ(explanation.proofs.size(), 1U);
  const ExplanationNode& root = explanation.proofs[0].root;
  EXPECT_EQ(root.kind, ExplanationNode::Kind::kRule);
  ASSERT_EQ(root.children.size(), 2U);
  EXPECT_EQ(root.children[1].source, "parent(bob, cid)");
  EXPECT_THAT(explanation.to_text(), StartsWith("grandparent(ada, cid)   score 1.000\n"));
  EXPECT_THAT(explanation.to_text(Drawing::kAscii), HasSubstr("`- parent(bob, cid)"));

  const Explanation known = engine.explain("parent(ada, bob)");
  EXPECT_TRUE(known.known);
  EXPECT_EQ(known.score, 1);
  const Explanation without = engine.explain(
      "parent(ada, bob)", {.proofs = 1, .itself = ExplainOptions::Itself::kExcluded});
  EXPECT_TRUE(without.known);
  EXPECT_EQ(without.score, 0);
  EXPECT_THAT(without.to_text(), StartsWith("parent(ada, bob) has no proof"));
}

TEST_F(EngineTest, EvaluatesAndListsRules) {
  const Engine engine = train();
  const std::vector<Evaluation> again = engine.evaluate();
  const std::vector<Evaluation> evaluations = engine.evaluate(family(), "all");
  ASSERT_EQ(evaluations.size(), 1U);
  EXPECT_EQ(evaluations[0].split, "test");
  EXPECT_EQ(evaluations[0].triples, 1U);
  EXPECT_EQ(evaluations[0].both.ranks, 2U);
  EXPECT_EQ(evaluations[0].head.expected.mrr, 1);
  EXPECT_EQ(evaluations[0].tail.expected.hits_at_1, 0.5);  // dan is as good an answer as cid
  ASSERT_EQ(evaluations[0].by_relation.size(), 1U);
  EXPECT_EQ(evaluations[0].by_relation[0].relation, "grandparent");
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].both.expected.mrr, evaluations[0].both.expected.mrr);

  const std::vector<LearnedRule> rules = engine.rules();
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].text, "grandparent(X, Y) :- parent(X, Z), parent(Z, Y)");
  EXPECT_EQ(rules[0].confidence, 1);
  ASSERT_EQ(rules[0].atoms.size(), 3U);
  EXPECT_EQ(rules[0].atoms[1].relation, "parent");
  EXPECT_THAT(rules[0].prolog, HasSubstr(rules[0].text));
  EXPECT_THAT(engine.rules(0), IsEmpty());
}

TEST_F(EngineTest, SavedAndOpenedItIsTheSame) {
  const Engine engine = train();
  ASSERT_TRUE(engine.training());
  EXPECT_EQ(engine.training()->epochs, 0U);
  engine.save(run(), engine.evaluate());
  const Engine opened = Engine::open(run(), 1);
  EXPECT_FALSE(opened.training());
  EXPECT_EQ(opened.settings().to_toml(), engine.settings().to_toml());
  EXPECT_EQ(names_of(opened.predict("grandparent(ada, ?)")),
            names_of(engine.predict("grandparent(ada, ?)")));

  opened.save(folder_.path() / "copy");
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(run())) {
    EXPECT_EQ(read_file(folder_.path() / "copy" / entry.path().filename()), read_file(entry.path()))
        << entry.path();
    ++files;
  }
  EXPECT_GE(files, 6U);
  EXPECT_THAT(error_of([&] { engine.save(run()); }), HasSubstr("exists"));
}

TEST_F(EngineTest, ErrorsNameTheNearest) {
  const Engine engine = train();
  EXPECT_EQ(error_of([&] { engine.predict("parent(adda, ?)"); }),
            "unknown entity 'adda'; did you mean 'ada'?");
  EXPECT_THAT(error_of([&] { engine.predict("parent(ada, bob)"); }), HasSubstr("one '?'"));
  EXPECT_THAT(error_of([&] { engine.explain("parent(ada, ?)"); }), HasSubstr("without '?'"));
  EXPECT_THAT(error_of([&] { engine.score("parnt(ada, bob)"); }), HasSubstr("'parent'"));
  EXPECT_THAT(error_of([&] { engine.resolve({"ada", "parent", "bobb"}); }), HasSubstr("'bob'"));
  EXPECT_THAT(error_of([&] { engine.score("\"[XXX] is [YYY]\"(ada, bob)"); }),
              HasSubstr("trained without mentions"));
  EXPECT_THROW(engine.evaluate("tst"), UsageError);
  EXPECT_THAT(error_of([] { Engine::open("no-such-run"); }), HasSubstr("no such run folder"));
  EXPECT_THAT(error_of([] { Dataset::load("no-such-data"); }), HasSubstr("no-such-data"));
}

TEST_F(EngineTest, WantsSettingsThatGoTogether) {
  Settings settings = crisp();
  settings.set("index.kind", "flat");
  EXPECT_THROW(settings.check(), UsageError);
  EXPECT_THROW(Engine::train(family(), settings), UsageError);
}

TEST_F(EngineTest, SameSeedSameModelForAnyNumberOfThreads) {
  Settings settings;
  settings.set("learn.epochs", "3");
  Engine::train(family(), settings, {.seed = 7, .threads = 1}).save(folder_.path() / "one");
  Engine::train(family(), settings, {.seed = 7, .threads = 3}).save(folder_.path() / "three");
  Engine::train(family(), settings, {.seed = 8, .threads = 3}).save(folder_.path() / "other");
  const auto model = [&](const char* name) {
    return read_file(folder_.path() / name / "model.safetensors");
  };
  EXPECT_EQ(model("one"), model("three"));
  EXPECT_NE(model("one"), model("other"));
}

TEST_F(EngineTest, AStopTokenStopsATraining) {
  Settings settings;
  settings.set("learn.epochs", "1000000");
  std::stop_source source;
  std::size_t calls = 0;
  Observer observer;
  observer.stop = source.get_token();
  observer.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.task, "training");
    if (++calls == 3) source.request_stop();
  };
  EXPECT_THROW(Engine::train(family(), settings, {}, observer), Interrupted);
  EXPECT_EQ(calls, 3U);

  // From another thread, with nothing watched.
  std::stop_source other;
  Observer silent;
  silent.stop = other.get_token();
  std::jthread stopper([&] { other.request_stop(); });
  EXPECT_THROW(Engine::train(family(), settings, {}, silent), Interrupted);
}

TEST_F(EngineTest, TellsTheObserverWhatHappens) {
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
  Observer observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  observer.warning = [&](const std::string& text) { warnings.push_back(text); };
  Settings settings = crisp();
  settings.set("learn.epochs", "1");
  settings.set("learn.validate_every", "1");
  settings.set("learn.rules", "both");
  settings.set("mine.min_support", "1");
  const Engine engine = Engine::train(family(), settings, {}, observer);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_THAT(notes[0], StartsWith("mining keeps at most 1000 rules"));
  EXPECT_THAT(notes[1], StartsWith("mined "));
  EXPECT_THAT(notes[2], HasSubstr("answers have no probability"));
  EXPECT_THAT(warnings, ::testing::ElementsAre(HasSubstr("no rule is that frequent"),
                                               HasSubstr("no valid triples")));
}

TEST_F(EngineTest, EstimatesATraining) {
  Settings settings;
  settings.set("learn.epochs", "2");
  const TrainingEstimate estimate = Engine::estimate(family(), settings, {.seed = 0, .threads = 1});
  EXPECT_GT(estimate.batches, 0U);
  EXPECT_GT(estimate.seconds, 0);
  EXPECT_GT(estimate.model_bytes, 0U);
  EXPECT_GE(estimate.peak_bytes, estimate.model_bytes);
}

}  // namespace
}  // namespace gntp
