#include "model/rules_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/errors.h"
#include "support/fuzz.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

// Two copies of a template with a constant and two `_`, and a fixed rule.
KnowledgeBase example() {
  KnowledgeBase kb;
  for (const char* name : {"france", "europe", "San \"Marino\""}) kb.entities.add(name);
  for (const char* name : {"locatedIn", "q"}) kb.relations.add(name);
  const Term x = Term::variable(0);
  const Term y = Term::variable(1);
  for (PredicateId slot : {2U, 4U}) {
    kb.rules.rules.push_back({0,
                              {slot, {x, y}},
                              {{slot + 1, {x, Term::variable(2)}},
                               {slot, {Term::variable(3), y}},
                               {0, {x, Term::entity(2)}}},
                              {"X", "Y", "_", "_"}});
  }
  kb.rules.rules.push_back({1, {0, {x, y}}, {{1, {y, x}}}, {"X", "Y"}});
  kb.rules.templates = {{"p(X, Y) :- r(X, _), p(_, Y), locatedIn(X, 'San \"Marino\"') <2>", 2},
                        {"locatedIn(X, Y) :- q(Y, X)", 1}};
  kb.rules.slots = 4;
  return kb;
}

constexpr std::string_view kExampleText =
    R"([
  {"head":[0,"X","Y"],"body":[[1,"X","_1"],[0,"_2","Y"],[{"relation":"locatedIn"},"X",{"entity":"San \"Marino\""}]],"template":0},
  {"head":[2,"X","Y"],"body":[[3,"X","_1"],[2,"_2","Y"],[{"relation":"locatedIn"},"X",{"entity":"San \"Marino\""}]],"template":0},
  {"head":[{"relation":"locatedIn"},"X","Y"],"body":[[{"relation":"q"},"Y","X"]],"template":1}
]
)";

RuleSet read(std::string_view text) {
  const KnowledgeBase kb = example();
  return rules_from_json(text, "run/rules.json", kb.entities, kb.relations, kb.rules.slots);
}

TEST(RulesJson, WritesOneRuleALine) {
  EXPECT_EQ(rules_to_json(example()), kExampleText);
}

TEST(RulesJson, ReadsWhatItWrote) {
  const KnowledgeBase kb = example();
  const RuleSet rules = read(kExampleText);
  ASSERT_EQ(rules.rules.size(), kb.rules.rules.size());
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    EXPECT_EQ(rules.rules[i].template_id, kb.rules.rules[i].template_id);
    EXPECT_EQ(rules.rules[i].head, kb.rules.rules[i].head);
    EXPECT_EQ(rules.rules[i].body, kb.rules.rules[i].body);
  }
  EXPECT_THAT(rules.rules[0].variables, ElementsAre("X", "Y", "_1", "_2"));
  EXPECT_EQ(rules.slots, 4U);
}

TEST(RulesJson, MakesUpTheTemplates) {
  const RuleSet rules = read(kExampleText);
  ASSERT_EQ(rules.templates.size(), 2U);
  // `q` is a relation, so that no slot can have that name.
  EXPECT_EQ(rules.templates[0].text,
            R"(p(X, Y) :- q_(X, _1), p(_2, Y), locatedIn(X, 'San "Marino"') <2>)");
  EXPECT_EQ(rules.templates[0].copies, 2U);
  EXPECT_EQ(rules.templates[1].text, "locatedIn(X, Y) :- q(Y, X)");
  EXPECT_EQ(rules.templates[1].copies, 1U);
}

TEST(RulesJson, NewNamesAvoidThoseInUse) {
  KnowledgeBase kb = example();
  kb.rules.rules.resize(1);
  kb.rules.rules[0].variables = {"_1", "Y", "_", "_"};
  EXPECT_THAT(rules_to_json(kb), HasSubstr(R"("head":[0,"_1","Y"],"body":[[1,"_1","_2"],[0,"_3")"));
}

TEST(RulesJson, NoRulesAreFine) {
  EXPECT_EQ(rules_to_json(KnowledgeBase{}), "[\n]\n");
  EXPECT_TRUE(read("[\n]\n").rules.empty());
}

TEST(RulesJson, ErrorsNameTheRule) {
  const auto error_for = [](const std::string& rule) {
    const std::string text =
        R"([{"head": [0, "X", "Y"], "body": [[1, "X", "Y"]], "template": 0}, )" + rule + "]";
    std::string error = error_of([&] { read(text); });
    EXPECT_THAT(error, AllOf(HasSubstr("run/rules.json: rule 2: "), Not(HasSubstr("\n")),
                             HasSubstr("; train again or restore a copy")));
    return error;
  };
  const auto with_body = [&](const std::string& body) {
    return error_for(R"({"head": [0, "X", "Y"], "body": )" + body + R"(, "template": 1})");
  };
  EXPECT_THAT(error_for("3"), HasSubstr("is 3, not an object"));
  EXPECT_THAT(error_for(R"({"body": [], "template": 1})"), HasSubstr("has no \"head\""));
  EXPECT_THAT(error_for(R"({"head": [0, "X", "Y"], "template": 1})"), HasSubstr("no \"body\""));
  EXPECT_THAT(error_for(R"({"head": [0, "X"], "template": 1})"),
              HasSubstr("the head is [0,\"X\"], not [slot, argument, argument]"));
  EXPECT_THAT(with_body("[]"), HasSubstr("\"body\" is [], not a list of 1 to 8 atoms"));
  EXPECT_THAT(with_body(R"([[0,"X","Y"], 7])"), HasSubstr("body atom 2 is 7"));
  EXPECT_THAT(with_body(R"([[4,"X","Y"]])"),
              HasSubstr("body atom 1 has the slot 4, where a number below 4"));
  EXPECT_THAT(with_body(R"([[-1,"X","Y"]])"), HasSubstr("has the slot -1"));
  EXPECT_THAT(with_body(R"([[18446744073709551615,"X","Y"]])"), HasSubstr("has the slot 184"));
  EXPECT_THAT(with_body(R"([[{"relation": "nope"},"X","Y"]])"),
              HasSubstr("body atom 1 has the unknown relation 'nope'"));
  EXPECT_THAT(with_body(R"([[{"relation": 3},"X","Y"]])"), HasSubstr("has the slot {\"rel"));
  EXPECT_THAT(with_body(R"([[0,"X",{"entity": "nope"}]])"),
              HasSubstr("body atom 1 has the unknown entity 'nope'"));
  EXPECT_THAT(with_body(R"([[0,"X",""]])"), HasSubstr("has the argument \"\", neither"));
  EXPECT_THAT(with_body(R"([[0,"X",5]])"), HasSubstr("has the argument 5, neither"));
  EXPECT_THAT(with_body(R"([[0,"X","Z"]])"), HasSubstr("head's variable Y is not in the body"));
  EXPECT_THAT(error_for(R"({"head": [0, "X", "Y"], "body": [[0, "X", "Y"]], "template": 2})"),
              HasSubstr("\"template\" is 2, where 1 is next"));
  EXPECT_THAT(error_for(R"({"head": [0, "X", "Y"], "body": [[0, "X", "Y"]], "template": -1})"),
              HasSubstr("\"template\" is -1, not a number from 0"));
  EXPECT_THAT(error_for(R"({"head": [0, "X", "Y"], "body": [[0, "Y", "X"]], "template": 0})"),
              HasSubstr("differs from the rule before in more than its slots"));
}

TEST(RulesJson, RejectsWhatIsNoList) {
  for (const char* text : {"", "{}", "[", "3", "[1,]", "\xFF"}) {
    EXPECT_THAT(error_of([&] { read(text); }),
                HasSubstr("run/rules.json: not a JSON list of rules"))
        << text;
  }
}

TEST(RulesJson, DamageNeverCrashes) {
  std::mt19937 random(1);
  testing::FuzzTally tally;
  for (int i = 0; i < 5000; ++i) {
    const std::string text =
        testing::mutated(random, std::string(kExampleText), "[]{},:\"0123XY_e-");
    tally.add(error_of([&] { read(text); }));
  }
  EXPECT_GT(tally.accepted, 50);
  EXPECT_GT(tally.refused, 2000);
}

TEST(RulesJson, NeighboursOfOneFormAreATemplateWhereTheFileDoesNotSay) {
  Vocabulary entities;
  Vocabulary relations;
  relations.add("r");
  const RuleSet set = rules_from_json(
      R"([{"head": [0, "X", "Y"], "body": [[1, "Y", "X"]]},
          {"head": [2, "A", "B"], "body": [[3, "B", "A"]]},
          {"head": [4, "X", "Y"], "body": [[5, "X", "Y"]]},
          {"head": [6, "X", "Y"], "body": [[6, "X", "Y"]]}])",
      "rules.json", entities, relations, 7);
  ASSERT_EQ(set.rules.size(), 4U);
  EXPECT_EQ(set.rules[0].template_id, 0U);
  EXPECT_EQ(set.rules[1].template_id, 0U);
  EXPECT_EQ(set.rules[2].template_id, 1U);
  EXPECT_EQ(set.rules[3].template_id, 2U) << "its head and body share a slot";
  ASSERT_EQ(set.templates.size(), 3U);
  EXPECT_EQ(set.templates[0].copies, 2U);
}

}  // namespace
}  // namespace gntp
