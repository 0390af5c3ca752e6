// Examples of rules, compared with all ways to fill them on small random facts.
#include <gmock/gmock.h>
#include <gntp/browsing.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

#include "support/errors.h"
#include "support/labelled_data.h"
#include "support/small_engine.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::engine_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

struct AtomOfTest {
  std::string relation;
  std::string first;  // X, Y, A, B are variables, others entities
  std::string second;

  std::string text() const { return relation + "(" + first + ", " + second + ")"; }
};

bool is_variable(const std::string& name) {
  return name[0] >= 'A' && name[0] <= 'Z';
}

// All heads that the facts prove by the rule, with all bodies that do, by trying every entity for
// every variable.
struct BruteForce {
  BruteForce(const std::vector<AtomOfTest>& atoms, const Engine& engine,
             const std::set<std::string>& facts) {
    std::vector<std::string> variables;
    std::set<std::string> constants;
    for (const AtomOfTest& atom : atoms) {
      for (const std::string& name : {atom.first, atom.second}) {
        if (!is_variable(name)) {
          constants.insert(name);
        } else if (std::ranges::find(variables, name) == variables.end()) {
          variables.push_back(name);
        }
      }
    }
    std::map<std::string, std::string> binding;
    const std::function<void(std::size_t)> fill = [&](std::size_t place) {
      if (place < variables.size()) {
        for (const std::string& entity : engine.entities()) {
          bool is_free = !constants.contains(entity);
          for (std::size_t i = 0; i < place; ++i) is_free &= binding[variables[i]] != entity;
          if (!is_free) continue;
          binding[variables[place]] = entity;
          fill(place + 1);
        }
        return;
      }
      std::vector<std::string> texts;
      for (const AtomOfTest& atom : atoms) {
        const auto value = [&](const std::string& name) {
          return is_variable(name) ? binding[name] : name;
        };
        texts.push_back(AtomOfTest{atom.relation, value(atom.first), value(atom.second)}.text());
        if (texts.size() > 1 && !facts.contains(texts.back())) return;
      }
      const std::string head = texts.front();
      texts.erase(texts.begin());
      (facts.contains(head) ? right : wrong)[head].insert(texts);
    };
    fill(0);
  }

  using Bodies = std::set<std::vector<std::string>>;
  std::map<std::string, Bodies> right;
  std::map<std::string, Bodies> wrong;
};

std::string text_of(const std::vector<AtomOfTest>& atoms) {
  std::string text = atoms[0].text();
  for (std::size_t i = 1; i < atoms.size(); ++i) text += (i == 1 ? " :- " : ", ") + atoms[i].text();
  return text;
}

void expect_examples(const std::vector<RuleExample>& found,
                     const std::map<std::string, BruteForce::Bodies>& all, std::size_t count) {
  EXPECT_EQ(found.size(), std::min(count, all.size()));
  std::set<std::string> heads;
  for (const RuleExample& example : found) {
    const auto known = all.find(example.head.text);
    ASSERT_TRUE(known != all.end()) << example.head.text;
    EXPECT_TRUE(heads.insert(example.head.text).second);
    std::vector<std::string> body;
    for (const FactInWords& each : example.body) body.push_back(each.text);
    EXPECT_TRUE(known->second.contains(body)) << example.head.text;
  }
}

// An argument: often one that stands there already, so that atoms hang together.
std::string random_argument(std::minstd_rand& random) {
  const std::vector<std::string> terms{"X", "Y", "X", "Y", "A", "A", "B", "e1", "e2"};
  return terms[random() % terms.size()];
}

TEST(RuleExamples, AreThoseOfBruteForce) {
  std::minstd_rand random(1);
  std::size_t tried = 0;
  std::size_t examples = 0;
  while (tried < 400) {
    const std::vector<Fact> facts = testing::random_facts(30, 6, 3, random);
    std::set<std::string> known;
    for (const Fact& fact : facts) {
      known.insert(AtomOfTest{fact.relation, fact.head, fact.tail}.text());
    }
    const Engine engine = engine_of({.train = facts});
    if (engine.relations().size() < 3 || engine.entities().size() < 6) continue;
    for (int rule = 0; rule < 20; ++rule) {
      const auto relation = [&] { return "r" + std::to_string(random() % 3); };
      std::vector<AtomOfTest> atoms{{relation(), random_argument(random), random_argument(random)}};
      const std::size_t length = 1 + random() % 3;
      for (std::size_t i = 0; i < length; ++i) {
        atoms.push_back({relation(), random_argument(random), random_argument(random)});
      }
      bool is_safe = true;
      for (const std::string& name : {atoms[0].first, atoms[0].second}) {
        bool occurs = !is_variable(name);
        for (std::size_t i = 1; i < atoms.size(); ++i) {
          occurs |= atoms[i].first == name || atoms[i].second == name;
        }
        is_safe &= occurs;
      }
      if (!is_safe) continue;
      ++tried;
      const BruteForce all(atoms, engine, known);
      for (const std::size_t count : {1U, 5U, 100U}) {
        SCOPED_TRACE(text_of(atoms));
        const RuleExamples found = rule_examples(engine, text_of(atoms), count);
        EXPECT_TRUE(found.complete);
        expect_examples(found.right, all.right, count);
        expect_examples(found.wrong, all.wrong, count);
        examples += found.right.size() + found.wrong.size();
      }
    }
  }
  EXPECT_GT(examples, 1000U);
}

TEST(RuleExamples, AreOfDifferentEntitiesFirst) {
  std::vector<Fact> facts;
  for (int i = 0; i < 40; ++i) {
    const std::string city = "city" + std::to_string(i);
    for (int j = 0; j < 10; ++j) {
      facts.push_back({city, "near", "place" + std::to_string(j)});
      if (i % 2 == 0) facts.push_back({city, "knows", "place" + std::to_string(j)});
    }
  }
  const Engine engine = engine_of({.train = facts});
  const RuleExamples some = rule_examples(engine, "knows(X, Y) :- near(X, Y)", 15);
  for (const auto* list : {&some.right, &some.wrong}) {
    std::set<std::string> heads;
    for (const RuleExample& each : *list) heads.insert(each.head.fact.head);
    EXPECT_EQ(heads.size(), 15U);
  }
  const RuleExamples all = rule_examples(engine, "knows(X, Y) :- near(X, Y)", 1000);
  EXPECT_EQ(all.right.size(), 200U);
  EXPECT_EQ(all.wrong.size(), 200U);
  EXPECT_TRUE(rule_examples(engine, "knows(X, Y) :- near(X, Y)", 0).right.empty());
}

TEST(RuleExamples, OfRulesAsTheEngineShowsThem) {
  const TempFolder folder;
  testing::write_labelled_data(folder);
  const Engine engine = Engine::train(Dataset::load(folder.path() / "data"),
                                      testing::crisp_settings(), {.seed = 0, .threads = 1});
  std::size_t tried = 0;
  for (const LearnedRule& rule : engine.rules()) {
    const RuleExamples found = rule_examples(engine, rule.text);
    EXPECT_TRUE(found.complete);
    for (const std::string& other : {rule.prolog, rule.anyburl}) {
      const RuleExamples again = rule_examples(engine, other);
      EXPECT_EQ(again.right.size(), found.right.size()) << other;
      EXPECT_EQ(again.wrong.size(), found.wrong.size()) << other;
    }
    ++tried;
  }
  EXPECT_EQ(tried, 3U);
  const RuleExamples speaks =
      rule_examples(engine, "speaks(X, 'Italian') :- 'located in'(X, 'Italy')");
  ASSERT_EQ(speaks.right.size(), 1U);
  EXPECT_EQ(speaks.right[0].head.text, "P3('Q8', 'Q7')");
  EXPECT_EQ(speaks.right[0].head.in_words, "speaks(Q8, Italian)");
  ASSERT_EQ(speaks.wrong.size(), 1U);
  EXPECT_EQ(speaks.wrong[0].body[0].in_words, "located in('Q4 (Q10)', Italy)");
}

TEST(RuleExamples, OfARuleWithoutABody) {
  const Engine engine = engine_of({.train = {{"a", "r", "c"}, {"b", "r", "c"}, {"d", "r", "e"}}});
  for (const char* rule : {"0.3 :: r(X, c)", "r(X, c)", "r(X, c) :- ", "r(X, c) :-"}) {
    const RuleExamples found = rule_examples(engine, rule);
    EXPECT_EQ(found.right.size(), 2U) << rule;
    ASSERT_EQ(found.wrong.size(), 1U) << rule;
    EXPECT_EQ(found.wrong[0].head.text, "r(d, c)");
    EXPECT_TRUE(found.wrong[0].body.empty());
  }
}

TEST(RuleExamples, TakeBoundedWork) {
  std::vector<Fact> facts;
  constexpr int kMany = 300;
  for (int i = 0; i < kMany; ++i) {
    for (int j = 0; j < kMany; j += 3) {
      facts.push_back({"a" + std::to_string(i), "p", "a" + std::to_string(j)});
    }
  }
  facts.push_back({"x", "rare", "y"});
  const Engine engine = engine_of({.train = facts});
  // Billions of ways, and none of them ends well.
  const RuleExamples found =
      rule_examples(engine, "rare(X, Y) :- p(X, A), p(A, B), p(B, C), p(C, Y), rare(Y, 'x')", 5);
  EXPECT_TRUE(found.right.empty());
  EXPECT_TRUE(found.wrong.empty());
  const RuleExamples none =
      rule_examples(engine, "rare(X, 'y') :- p(X, A), p(A, B), p(B, C), p(C, D), rare(D, E)", 5);
  EXPECT_TRUE(none.wrong.empty());
  const RuleExamples many = rule_examples(engine, "p(X, Y) :- p(X, A), p(A, B), p(B, Y)", 5);
  EXPECT_EQ(many.right.size(), 5U);
  EXPECT_TRUE(many.wrong.empty());
  EXPECT_FALSE(many.complete && none.complete && found.complete);
}

TEST(RuleExamples, OfWhatIsNoRuleAreErrors) {
  const Engine engine = engine_of({.train = {{"a", "r", "b"}, {"b", "located", "c"}}});
  const auto error = [&](const char* rule) {
    return error_of([&] { rule_examples(engine, rule); });
  };
  EXPECT_THAT(error(""), HasSubstr("expected"));
  EXPECT_THAT(error("r(X, Y"), HasSubstr("unclosed parenthesis"));
  EXPECT_THAT(error("r(X, Y) :- locatd(X, Y)"), HasSubstr("did you mean 'located'?"));
  EXPECT_THAT(error("r(X, Y) :- r(X, nobody)"), HasSubstr("unknown entity 'nobody'"));
  EXPECT_THAT(error("r(X, Y) :- r(X, a)"), HasSubstr("Y does not occur in the body"));
  EXPECT_THAT(error("r(X, Y)"), HasSubstr("without a body"));
  EXPECT_THAT(error("r(a, b)"), HasSubstr("without a body"));
  EXPECT_THAT(error("r(X) :- r(X, a)"), HasSubstr("2"));
  EXPECT_THAT(
      error("r(X, Y) :- r(X,A), r(A,B), r(B,C), r(C,D), r(D,E), r(E,F), r(F,G), r(G,H), r(H,Y)"),
      HasSubstr("at most 8"));
}

}  // namespace
}  // namespace gntp
