// Names as people know them: in questions, answers, proofs, rules and errors.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "engine/manifest.h"
#include "support/errors.h"
#include "support/labelled_data.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using testing::TempFolder;

namespace fs = std::filesystem;

class LabelledEngine : public ::testing::Test {
 protected:
  LabelledEngine() { testing::write_labelled_data(folder_); }

  Dataset load() const { return Dataset::load(folder_.path() / "data"); }
  Engine train() const {
    Settings settings;
    for (const char* crisp :
         {"learn.epochs=0", "model.entities=symbolic", "model.relations=symbolic"}) {
      settings.assign(crisp);
    }
    return Engine::train(load(), settings, {.seed = 0, .threads = 1});
  }
  fs::path run() const { return folder_.path() / "run"; }

  TempFolder folder_;
};

std::vector<std::string> shown(const std::vector<Answer>& answers) {
  std::vector<std::string> names;
  names.reserve(answers.size());
  for (const Answer& answer : answers) {
    names.push_back(answer.name + "|" + answer.label + "|" + answer.display_name);
  }
  return names;
}

TEST_F(LabelledEngine, IsAskedByIdByLabelAndByBoth) {
  const Engine engine = train();
  for (const char* query : {"P2(Q1, ?)", "located in(Rome, ?)", "'located in'('Rome (Q1)', ?)",
                            "'located in (P2)'(Q1, ?)"}) {
    EXPECT_THAT(shown(engine.predict(query)), ElementsAre("Q2|Italy|Italy")) << query;
  }
  EXPECT_THAT(shown(engine.predict("located in(?, United States)")),
              ElementsAre("Q5|Paris|Paris (Q5)"));
  EXPECT_THAT(shown(engine.predict("P2(?, Q2)")),
              ElementsAre("Q1|Rome|Rome", "Q10|Q4|Q4 (Q10)", "Q8||Q8"));
  EXPECT_THAT(shown(engine.predict("?(Rome, Italy)")),
              ElementsAre("P1|capital of|capital of", "P2|located in|located in"));
  // An id comes before a label.
  EXPECT_THAT(shown(engine.predict("capital of(?, Q4)")), ElementsAre("Q3|Paris|Paris (Q3)"));
  const std::vector<Question> questions{{"Rome", "located in", std::nullopt}};
  EXPECT_THAT(shown(engine.predict(questions).front()), ElementsAre("Q2|Italy|Italy"));
  EXPECT_EQ(engine.parse_question("speaks('Paris (Q3)', ?)").to_text(), "P3('Q3', ?)");
  const Fact fact = engine.resolve({"Rome", "speaks", "Italian"});
  EXPECT_EQ(fact.head + fact.relation + fact.tail, "Q1P3Q7");
  EXPECT_EQ(engine.score("speaks(Rome, Italian)"), 1);
  EXPECT_EQ(engine.questions_about("capital of").size(), 2U);
  EXPECT_EQ(engine.label("Q1"), "Rome");
  EXPECT_EQ(engine.label("P1"), "capital of");
  EXPECT_EQ(engine.label("Q8"), "");
  EXPECT_EQ(engine.label("Rome"), "");
}

TEST_F(LabelledEngine, ErrorsSayWhatToWrite) {
  const Engine engine = train();
  const auto error = [&](const char* query) { return error_of([&] { engine.predict(query); }); };
  EXPECT_EQ(error("located in(Paris, ?)"),
            "'Paris' is the label of 2 entities; write 'Paris (Q3)' or 'Paris (Q5)'");
  EXPECT_EQ(error("located in(Itally, ?)"), "unknown entity 'Itally'; did you mean 'Italy'?");
  EXPECT_EQ(error("capitol of(Rome, ?)"),
            "unknown relation 'capitol of'; did you mean 'capital of'?");
  EXPECT_EQ(error("located in('Paris (Q1)', ?)"),
            "unknown entity 'Paris (Q1)'; entities.tsv of the run folder lists them");
  EXPECT_THAT(error("located in(nowhere, ?)"), StartsWith("unknown entity 'nowhere'"));
}

TEST_F(LabelledEngine, ExplainsInWords) {
  const Engine engine = train();
  const Explanation explanation = engine.explain("P3(Q10, Q7)");
  EXPECT_EQ(explanation.fact, "P3('Q10', 'Q7')");
  EXPECT_EQ(explanation.in_words, "speaks('Q4 (Q10)', Italian)");
  EXPECT_EQ(explanation.to_text(Drawing::kAscii),
            "speaks('Q4 (Q10)', Italian)   score 1.000\n"
            "|  rule  speaks(X, 'Italian') :- located in(X, 'Italy')   1.000  <- weakest link\n"
            "`- located in('Q4 (Q10)', Italy)   fact 1.000\n");
  const ExplanationNode& root = explanation.proofs[0].root;
  EXPECT_EQ(root.goal, "P3('Q10', 'Q7')");
  EXPECT_EQ(root.source, "P3(X, 'Q7') :- P2(X, 'Q2')");
  EXPECT_EQ(root.source_in_words, "speaks(X, 'Italian') :- located in(X, 'Italy')");
  ASSERT_EQ(root.rule.size(), 2U);
  EXPECT_EQ(root.rule[1].text, "P2(X, 'Q2')");
  EXPECT_EQ(root.rule[1].in_words, "located in(X, 'Italy')");
  EXPECT_EQ(root.children[0].goal, "P2('Q10', 'Q2')");
  EXPECT_EQ(root.children[0].source_in_words, "located in('Q4 (Q10)', Italy)");
  EXPECT_EQ(root.links[0].goal.name, "P3");
  EXPECT_EQ(root.links[0].goal.in_words, "speaks");
  EXPECT_THAT(explanation.labels,
              ElementsAre(Pair("P2", "located in"), Pair("P3", "speaks"), Pair("Q10", "Q4"),
                          Pair("Q2", "Italy"), Pair("Q7", "Italian")));
  // What it says can be asked again.
  EXPECT_EQ(engine.explain(explanation.in_words).fact, explanation.fact);
  EXPECT_EQ(engine.explain(root.children[0].goal_in_words).fact, root.children[0].goal);
  EXPECT_THAT(engine.explain("speaks('Paris (Q3)', Italian)").to_text(),
              StartsWith("speaks('Paris (Q3)', Italian) has no proof"));
}

// Whatever an explanation says in words is what it says in ids.
class Retold {
 public:
  explicit Retold(const Engine& engine) : engine_(engine) {}

  void expect(const Explanation& explanation) {
    expect_fact(explanation.fact, explanation.in_words);
    for (const CounterEvidence& each : explanation.against) {
      ASSERT_EQ(each.facts.size(), each.facts_in_words.size());
      for (std::size_t i = 0; i < each.facts.size(); ++i) {
        expect_fact(each.facts[i], each.facts_in_words[i]);
        ++against_;
      }
    }
    for (const ExplainedProof& proof : explanation.proofs) expect(proof.root);
    if (!explanation.similar) return;
    for (const SimilarFact& each : explanation.similar->facts) {
      expect_fact(each.fact, each.in_words);
      ++similar_;
    }
    for (const SimilarEntity& each : explanation.similar->like_head) {
      EXPECT_EQ(engine_.resolve_question({each.in_words}).head, each.name);
      ++similar_;
    }
  }

  std::size_t against() const { return against_; }
  std::size_t similar() const { return similar_; }
  std::size_t nodes() const { return nodes_; }

 private:
  void expect(const ExplanationNode& node) {
    ++nodes_;
    expect_fact(node.goal, node.goal_in_words);
    if (node.kind == ExplanationNode::Kind::kFact) expect_fact(node.source, node.source_in_words);
    for (const ExplanationNode& child : node.children) expect(child);
  }
  void expect_fact(const std::string& fact, const std::string& in_words) const {
    EXPECT_NE(fact, in_words);
    const Fact one = engine_.parse(fact);
    const Fact other = engine_.parse(in_words);
    EXPECT_EQ(one.head + " " + one.relation + " " + one.tail,
              other.head + " " + other.relation + " " + other.tail)
        << in_words;
  }

  const Engine& engine_;
  std::size_t against_ = 0;
  std::size_t similar_ = 0;
  std::size_t nodes_ = 0;
};

TEST(LabelledHybrid, SaysInWordsWhatItSaysInIds) {
  constexpr std::size_t kPeople = 40;
  const TempFolder folder;
  std::string train;
  std::string valid;
  std::string labels = "parent\tis a parent of\ngrandparent\tgrandparent (f/m)\n";
  const auto person = [](std::size_t i) { return "p" + std::to_string(i % kPeople); };
  for (std::size_t i = 0; i < kPeople; ++i) {
    train += person(i) + "\tparent\t" + person(i + 1) + "\n";
    (i % 6 == 1 ? valid : train) += person(i) + "\tgrandparent\t" + person(i + 2) + "\n";
    labels += person(i) + "\tO'Neill, no. " + std::to_string(i % 30) + "\n";
  }
  folder.write("train.tsv", train);
  folder.write("valid.tsv", valid);
  folder.write("labels.tsv", labels);
  Settings settings = Settings::preset("hybrid");
  for (const char* small :
       {"predictor.dim=8", "predictor.epochs=3", "predictor.starts=1", "mine.adaptive=false"}) {
    settings.assign(small);
  }
  const Engine engine = Engine::train(Dataset::load(folder.path(), settings), settings, {5, 2, {}});
  Retold retold(engine);
  for (std::size_t i = 0; i < kPeople; i += 3) {
    for (const std::size_t apart : {2, 5}) {
      retold.expect(engine.explain("grandparent(" + person(i) + ", " + person(i + apart) + ")"));
    }
  }
  EXPECT_GT(retold.nodes(), 0U);
  EXPECT_GT(retold.similar(), 0U);
  EXPECT_GT(retold.against(), 0U);
}

TEST_F(LabelledEngine, ListsRulesInWords) {
  std::vector<std::string> rules;
  for (const LearnedRule& rule : train().rules())
    rules.push_back(rule.text + " | " + rule.in_words);
  EXPECT_THAT(rules,
              ElementsAre("P2(X, Y) :- P1(X, Y) | located in(X, Y) :- capital of(X, Y)",
                          "P3(X, 'Q7') :- P2(X, 'Q2') | speaks(X, 'Italian') :- located in(X, "
                          "'Italy')",
                          "P3(X, 'Q7') :- P1(X, 'Q2') | speaks(X, 'Italian') :- capital of(X, "
                          "'Italy')"));
}

TEST_F(LabelledEngine, IsSavedWithLabelsAndTypes) {
  train().save(run());
  EXPECT_EQ(read_file(run() / "labels.tsv"),
            "P1\tcapital of\nP2\tlocated in\nP3\tspeaks\nQ1\tRome\nQ10\tQ4\nQ2\tItaly\nQ3\tParis\n"
            "Q4\tFrance\nQ5\tParis\nQ6\tUnited States\nQ7\tItalian\nT1\tcity\n");
  EXPECT_EQ(read_file(run() / "types.tsv"),
            "Q1\tT1\nQ10\tvillage\nQ2\tcountry\nQ3\tT1\nQ4\tcountry\nQ5\tT1\nQ6\tcountry\n"
            "Q7\tlanguage\nQ8\tT1\n");
  const Engine opened = Engine::open(run(), 1);
  EXPECT_EQ(opened.explain("speaks(Rome, Italian)").to_text(),
            train().explain("P3(Q1, Q7)").to_text());
  EXPECT_THAT(opened.types(), ElementsAre("T1", "country", "language", "village"));
  opened.save(folder_.path() / "copy");
  for (const char* name : {"labels.tsv", "types.tsv", "manifest.json"}) {
    EXPECT_EQ(read_file(folder_.path() / "copy" / name), read_file(run() / name));
  }
}

TEST_F(LabelledEngine, DamageIsNoticed) {
  train().save(run());
  const auto error = [&] { return error_of([&] { Engine::open(run(), 1); }); };
  for (const std::string name : {"labels.tsv", "types.tsv"}) {
    const std::string whole = read_file(run() / name);
    folder_.write("run/" + name, whole + "Q1\tOslo\n");
    EXPECT_THAT(error(), StartsWith((run() / name).string() + ": is damaged: it has"));
    fs::remove(run() / name);
    EXPECT_THAT(error(), StartsWith((run() / name).string() + ": is missing"));
    // With a manifest that fits.
    folder_.write("run/" + name, whole + "Q99\tOslo\n");
    write_manifest(run());
    EXPECT_THAT(error(),
                HasSubstr(name + ":" + std::to_string(std::ranges::count(whole, '\n') + 1) +
                          ": 'Q99' is no name of the model"));
    folder_.write("run/" + name, whole);
    write_manifest(run());
    EXPECT_EQ(error(), "no error");
  }
  folder_.write("run/labels.tsv", "Q1\tRome\nQ1\tRoma\n");
  write_manifest(run());
  EXPECT_THAT(error(), HasSubstr("labels.tsv:2: 'Q1' has the label 'Rome' already"));
}

TEST_F(LabelledEngine, WithoutLabelsThereAreNoWords) {
  fs::remove(folder_.path() / "data/labels.tsv");
  fs::remove(folder_.path() / "data/types.tsv");
  const Engine engine = train();
  engine.save(run());
  EXPECT_FALSE(fs::exists(run() / "labels.tsv"));
  EXPECT_FALSE(fs::exists(run() / "types.tsv"));
  const Explanation explanation = engine.explain("P3(Q10, Q7)");
  EXPECT_EQ(explanation.in_words, "");
  EXPECT_TRUE(explanation.labels.empty());
  EXPECT_EQ(explanation.proofs[0].root.goal_in_words, "");
  EXPECT_THAT(explanation.to_text(), StartsWith("P3('Q10', 'Q7')"));
  EXPECT_THAT(shown(engine.predict("P2(Q1, ?)")), ElementsAre("Q2||Q2"));
}

TEST_F(LabelledEngine, StatisticsCountThem) {
  const DatasetStatistics counted = load().statistics();
  EXPECT_EQ(counted.entities, 10U);
  EXPECT_EQ(counted.labelled_entities, 8U);
  EXPECT_EQ(counted.labelled_relations, 3U);
  EXPECT_EQ(counted.shared_labels, 1U);
  EXPECT_EQ(counted.types, 4U);
  EXPECT_EQ(counted.typed_entities, 9U);
}

}  // namespace
}  // namespace gntp
