#include "kb/rules.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::TempFolder;

// locatedIn is 0, neighborOf 1; the first slot is 2.
class RulesTest : public ::testing::Test {
 protected:
  RulesTest() {
    for (const char* name : {"france", "europe", "New York"}) entities_.add(name);
    for (const char* name : {"locatedIn", "neighborOf"}) relations_.add(name);
  }

  RuleSet resolve(std::string_view text) {
    const fs::path file = folder_.write("rules.pl", text);
    warnings_.clear();
    return resolve_rules({{"rules.pl", read_rules(file, bad_).clauses}}, entities_, relations_,
                         warnings_);
  }

  // The message without the folder.
  std::string error_in(std::string_view text) {
    const std::string message = error_of([&] { resolve(text); });
    const std::string prefix = folder_.path().string() + "/";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
  }

  TempFolder folder_;
  Vocabulary<EntityId> entities_;
  Vocabulary<RelationId> relations_;
  BadLines bad_;
  std::vector<std::string> warnings_;
};

// Predicates by number, variables as v0, v1, entities as e0, e1.
std::string show(const Atom& atom) {
  const auto term = [](const Term& t) {
    return fmt::format("{}{}", t.is_variable() ? "v" : "e", t.id);
  };
  return fmt::format("{}({},{})", atom.predicate, term(atom.arguments[0]), term(atom.arguments[1]));
}

// With the template that the rule was made from, or - where it has none.
std::string show(const RuleSet& set, RuleId id) {
  const Rule rule = set[id];
  const auto made_from = set.template_of(id);
  std::string text =
      fmt::format("[{}] {} :-", made_from ? std::to_string(*made_from) : "-", show(rule.head));
  for (const Atom& atom : rule.body) text += " " + show(atom);
  return text;
}

std::vector<std::string> show(const RuleSet& set) {
  std::vector<std::string> rules;
  for (RuleId rule{0}; rule < set.size(); ++rule) rules.push_back(show(set, rule));
  return rules;
}

TEST_F(RulesTest, ATemplateGetsItsOwnSlotsPerCopy) {
  const RuleSet set = resolve("p(X, Y) :- q(X, Z), r(Z, Y) <2>");
  EXPECT_THAT(show(set), ElementsAre("[0] 2(v0,v1) :- 3(v0,v2) 4(v2,v1)",
                                     "[0] 5(v0,v1) :- 6(v0,v2) 7(v2,v1)"));
  EXPECT_EQ(set.slots, 6U);
  EXPECT_THAT(set.form(RuleId(1)).variables, ElementsAre("X", "Y", "Z"));
  ASSERT_THAT(set.templates, SizeIs(1));
  EXPECT_EQ(set.templates[0].text, "p(X, Y) :- q(X, Z), r(Z, Y) <2>");
  EXPECT_EQ(set.templates[0].copies, 2U);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(RulesTest, ARepeatedNameSharesItsSlotWithinTheClauseOnly) {
  const RuleSet set = resolve("p(X,Y) :- p(Y,X) <2>\np(X,Y) :- q(X,Z), q(Z,Y)");
  EXPECT_THAT(show(set), ElementsAre("[0] 2(v0,v1) :- 2(v1,v0)", "[0] 3(v0,v1) :- 3(v1,v0)",
                                     "[1] 4(v0,v1) :- 5(v0,v2) 5(v2,v1)"));
  EXPECT_EQ(set.slots, 4U);
}

TEST_F(RulesTest, RelationsAreFixed) {
  const RuleSet set = resolve(
      "locatedIn(X,Y) :- neighborOf(X,Z), p(Z,Y) <2>.\nneighborOf(X,Y) :- neighborOf(Y,X).");
  EXPECT_THAT(show(set),
              ElementsAre("[0] 0(v0,v1) :- 1(v0,v2) 2(v2,v1)", "[0] 0(v0,v1) :- 1(v0,v2) 3(v2,v1)",
                          "[-] 1(v0,v1) :- 1(v1,v0)"));
  EXPECT_EQ(set.slots, 2U);
}

TEST_F(RulesTest, ConstantsAndRepeatedVariables) {
  const RuleSet set =
      resolve("p(X, europe) :- q(X, X), r('New York', X)\np(france, france) :- q(france, X)");
  EXPECT_THAT(show(set),
              ElementsAre("[0] 2(v0,e1) :- 3(v0,v0) 4(e2,v0)", "[1] 5(e0,e0) :- 6(e0,v0)"));
  EXPECT_EQ(set.templates[0].text, "p(X, europe) :- q(X, X), r('New York', X)");
}

TEST_F(RulesTest, AnonymousVariablesAreNewEachTime) {
  const RuleSet set = resolve("p(X, Y) :- q(X, _), r(_, Y), s(_A, _A)");
  EXPECT_THAT(show(set), ElementsAre("[0] 2(v0,v1) :- 3(v0,v2) 4(v3,v1) 5(v4,v4)"));
  EXPECT_THAT(set.form(RuleId(0)).variables, ElementsAre("X", "Y", "_", "_", "_A"));
}

TEST_F(RulesTest, ARepeatedLineIsAnotherTemplate) {
  const RuleSet set = resolve("p(X,Y) :- q(X,Y)\np(X,Y) :- q(X,Y)\n");
  EXPECT_THAT(set.templates, SizeIs(2));
  EXPECT_THAT(show(set), ElementsAre("[0] 2(v0,v1) :- 3(v0,v1)", "[1] 4(v0,v1) :- 5(v0,v1)"));
}

TEST_F(RulesTest, SkipsCommentsAndEmptyLines) {
  EXPECT_THAT(show(resolve("\xEF\xBB\xBF% rules\r\n\r\n  % more\r\np(X,Y) :- q(X,Y). % "
                           "symmetric\r\n/* none */\r\n")),
              ElementsAre("[0] 2(v0,v1) :- 3(v0,v1)"));
  EXPECT_THAT(show(resolve("")), IsEmpty());
}

TEST_F(RulesTest, ARuleOwnsItsConfidence) {
  const RuleSet set = resolve(
      "0.8 :: locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)\n"
      "p(X, Y) :- q(Y, X) <2>\n"
      ".5::neighborOf(X, Y) :- neighborOf(Y, X).\n");
  EXPECT_EQ(set.slots, 4U);
  EXPECT_THAT(show(set),
              ElementsAre("[-] 0(v0,v1) :- 0(v0,v2) 0(v2,v1)", "[0] 2(v0,v1) :- 3(v1,v0)",
                          "[0] 4(v0,v1) :- 5(v1,v0)", "[-] 1(v0,v1) :- 1(v1,v0)"));
  EXPECT_EQ(set.confidence(RuleId(0)), 0.8F);
  EXPECT_FALSE(set.is_certain(RuleId(0)));
  EXPECT_TRUE(set.is_certain(RuleId(1)));
  EXPECT_EQ(set.confidence(RuleId(3)), 0.5F);
}

TEST_F(RulesTest, BadConfidencesAreErrors) {
  EXPECT_EQ(error_in("1.5 :: locatedIn(X, Y) :- locatedIn(Y, X)"),
            "rules.pl:1: the confidence must be above 0 and at most 1, found 1.5");
  EXPECT_EQ(error_in("0 :: locatedIn(X, Y) :- locatedIn(Y, X)"),
            "rules.pl:1: the confidence must be above 0 and at most 1, found 0");
  EXPECT_EQ(error_in("\n0.5 :: p(X, Y) :- locatedIn(Y, X)"),
            "rules.pl:2: a confidence belongs to a rule about a known relation, and p is none");
  // Colons without a number before them are part of a name, as they always were.
  EXPECT_EQ(resolve("a::b(X, Y) :- locatedIn(X, Y)").slots, 1U);
}

TEST_F(RulesTest, KeepsTheLineOfEachClause) {
  const std::vector<ClauseText> clauses =
      read_rules(folder_.write("rules.pl", "\n% a\np(X,Y) :- q(X,Y)\n\np(X,Y) :- q(Y,X)"), bad_)
          .clauses;
  ASSERT_THAT(clauses, SizeIs(2));
  EXPECT_EQ(clauses[0].line, 3U);
  EXPECT_EQ(clauses[1].line, 5U);
}

TEST_F(RulesTest, NamesTheLineAndTheRemedy) {
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"\np(a, b).", "2: a clause without a body is a fact; facts belong in the training file"},
      {"p(X, Y) <3>",
       "1: a rule without a body has one variable and one constant, as in 0.3 :: r(X, c)"},
      {"p(X, france)",
       "1: a rule without a body needs a confidence below 1, as in 0.3 :: p(X, france)"},
      {"p(X, Y) :- q(X, Z)",
       "1: head variable Y does not occur in the body; use it there or put a constant in its "
       "place"},
      {"p(_, Y) :- q(_, Y)",
       "1: head variable _ does not occur in the body; use it there or put a constant in its "
       "place"},
      {"p(X, Y) :- q(X, frnace), r(X, Y)", "1: unknown entity 'frnace'; did you mean 'france'?"},
      {"p(X, y) :- q(X, y)", "1: unknown entity 'y'; a variable starts with an upper-case letter"},
      {"p(X) :- q(X, X)", "1: p has 1 arguments; every atom of a rule has 2"},
      {"p(X, Y) :- q(X, Y, Z)", "1: q has 3 arguments; every atom of a rule has 2"},
      {"p(X, X) :- a(X,X), a(X,X), a(X,X), a(X,X), a(X,X), a(X,X), a(X,X), a(X,X), a(X,X)",
       "1: a body of 9 atoms; at most 8 can be proved in reasonable time, split the rule"},
      {"p(X, Y) :- q(X, Y) <0>",
       "1: the number of copies must be 1 to 1000000, found '0>' at column 21"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(error_in(text), "rules.pl:" + message) << text;
}

TEST_F(RulesTest, LimitsTheCopiesOfTemplates) {
  std::vector<ClauseText> clauses = {parse_rule("p(X,Y) :- q(X,Y)", "rules.pl", 4)};
  clauses[0].copies = 10'000'001;  // more than a file can ask for in one line
  EXPECT_EQ(error_of([&] {
              resolve_rules({{"rules.pl", clauses}}, entities_, relations_, warnings_);
            }),
            "rules.pl:4: more than 10000000 predicates to learn; ask for fewer copies");
}

TEST_F(RulesTest, WarnsOfANameThatLooksLikeARelation) {
  const RuleSet set = resolve("% a\nlocatedin(X,Y) :- neighbourOf(X,Z), p(Z,Y)");
  EXPECT_EQ(set.slots, 3U);
  EXPECT_THAT(
      warnings_,
      ElementsAre("rules.pl:2: 'locatedin' is no relation, so that its vector is learned; did "
                  "you mean 'locatedIn'?",
                  "rules.pl:2: 'neighbourOf' is no relation, so that its vector is learned; did "
                  "you mean 'neighborOf'?"));
}

TEST_F(RulesTest, WarnsOfEqualCopiesAndMakesOne) {
  const RuleSet set = resolve("locatedIn(X,Y) :- neighborOf(X,Y) <20>");
  EXPECT_THAT(show(set), ElementsAre("[-] 0(v0,v1) :- 1(v0,v1)"));
  EXPECT_THAT(set.templates, IsEmpty());
  EXPECT_THAT(warnings_,
              ElementsAre("rules.pl:1: every predicate is a relation, so that the 20 copies "
                          "would be equal; one is made"));
}

TEST_F(RulesTest, SurvivesMalformedFiles) {
  std::mt19937 random(23);
  constexpr std::string_view kAlphabet = "pqXY_france(),<1>%?'\"\\:-. \n";
  const std::string valid =
      "% templates\np(X, Y) :- q(X, Z), r(Z, Y) <2>\nlocatedIn(X, europe) :- 'p q'(X, _).\n";
  testing::FuzzTally tally;
  for (int i = 0; i < 1000; ++i) {
    tally.add(error_in(testing::mutated(random, valid, kAlphabet)));
    tally.add(error_in(testing::random_text(random, kAlphabet, 60)));
  }
  EXPECT_GT(tally.accepted, 50);
  EXPECT_GT(tally.refused, 500);
}

}  // namespace
}  // namespace gntp
