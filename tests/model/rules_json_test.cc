#include "model/rules_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/errors.h"
#include "support/fuzz.h"
#include "support/ids.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

// Two copies of a template with a constant and two `_`, and a fixed rule.
RuleSet example() {
  RuleSet rules;
  const Term x = Term::variable(0);
  const Term y = Term::variable(1);
  for (const std::uint32_t slot : {2U, 4U}) {
    rules.append(Rule{atom(slot, x, y),
                      {atom(slot + 1, x, Term::variable(2)), atom(slot, Term::variable(3), y),
                       atom(0, x, Term::entity(EntityId(2)))},
                      4},
                 {"X", "Y", "_", "_"});
  }
  rules.append(Rule{atom(0, x, y), {atom(1, y, x)}, 2}, {"X", "Y"});
  rules.templates = {
      {"p(X, Y) :- r(X, _), p(_, Y), locatedIn(X, 'San \"Marino\"') <2>", 2, RuleId(0)}};
  rules.slots = 4;
  return rules;
}

constexpr std::string_view kExampleText =
    R"({
 "forms": [
  {"head":["X","Y"],"body":[["X","_1"],["_2","Y"],["X",0]]},
  {"head":["X","Y"],"body":[["Y","X"]]}
 ],
 "templates": [
  {"text":"p(X, Y) :- r(X, _), p(_, Y), locatedIn(X, 'San \"Marino\"') <2>","first":0,"copies":2}
 ]
}
)";

RuleDescription read(std::string_view text) {
  return rules_from_json(text, "run/rules.json");
}

TEST(RulesJson, WritesOneFormALine) {
  EXPECT_EQ(rules_to_json(example()), kExampleText);
}

TEST(RulesJson, ReadsWhatItWrote) {
  const RuleDescription description = read(kExampleText);
  ASSERT_EQ(description.forms.size(), 2U);
  EXPECT_EQ(description.forms[0].atoms, example().form(RuleId(0)).atoms);
  EXPECT_EQ(description.forms[0].constants, 1U);
  EXPECT_THAT(description.forms[0].variables, ElementsAre("X", "Y", "_1", "_2"));
  EXPECT_EQ(description.forms[1], example().form(RuleId(2)));
  ASSERT_EQ(description.templates.size(), 1U);
  EXPECT_EQ(description.templates[0].text, example().templates[0].text);
  EXPECT_EQ(description.templates[0].first, 0U);
  EXPECT_EQ(description.templates[0].copies, 2U);
}

TEST(RulesJson, NewNamesAvoidThoseInUse) {
  RuleSet rules;
  rules.append(Rule{atom(0, Term::variable(0), Term::variable(1)),
                    {atom(1, Term::variable(0), Term::variable(2)),
                     atom(0, Term::variable(3), Term::variable(1))},
                    4},
               {"_1", "Y", "_", "_"});
  EXPECT_THAT(rules_to_json(rules), HasSubstr(R"("head":["_1","Y"],"body":[["_1","_2"],["_3")"));
}

TEST(RulesJson, NoRulesAreFine) {
  EXPECT_TRUE(read(rules_to_json(RuleSet{})).forms.empty());
}

TEST(RulesJson, ErrorsNameTheForm) {
  const auto error_for = [](const std::string& form) {
    const std::string text = R"({"forms": [{"head": ["X", "Y"], "body": [["X", "Y"]]}, )" + form +
                             R"(], "templates": []})";
    std::string error = error_of([&] { read(text); });
    EXPECT_THAT(error, AllOf(HasSubstr("run/rules.json: form 1: "), Not(HasSubstr("\n")),
                             HasSubstr("; train again or restore a copy")));
    return error;
  };
  const auto with_body = [&](const std::string& body) {
    return error_for(R"({"head": ["X", "Y"], "body": )" + body + "}");
  };
  EXPECT_THAT(error_for("3"), HasSubstr("is 3, not an object"));
  EXPECT_THAT(error_for(R"({"body": []})"), HasSubstr("has no \"head\""));
  EXPECT_THAT(error_for(R"({"head": ["X", "Y"]})"), HasSubstr("no \"body\""));
  EXPECT_THAT(error_for(R"({"head": ["X"]})"),
              HasSubstr("the head is [\"X\"], not [argument, argument]"));
  EXPECT_THAT(with_body("[]"), HasSubstr("the head of a rule without a body has no constant"));
  EXPECT_THAT(with_body(R"([["X","Y"], 7])"), HasSubstr("body atom 2 is 7"));
  EXPECT_THAT(with_body(R"([["X",""]])"), HasSubstr("has the argument \"\", neither"));
  EXPECT_THAT(with_body(R"([["X",5]])"), HasSubstr("has the argument 5, neither"));
  EXPECT_THAT(with_body(R"([["X",{}]])"), HasSubstr("has the argument {}, neither"));
  EXPECT_THAT(with_body(R"([["X","Z"]])"), HasSubstr("head's variable Y is not in the body"));
}

TEST(RulesJson, ErrorsNameTheTemplate) {
  const auto error_for = [](const std::string& made) {
    return error_of([&] { read(R"({"forms": [], "templates": [)" + made + "]}"); });
  };
  EXPECT_THAT(error_for("[]"), HasSubstr("run/rules.json: template 0: is [], not an object"));
  EXPECT_THAT(error_for(R"({"text": 1, "first": 0, "copies": 1})"), HasSubstr("\"text\" is 1"));
  EXPECT_THAT(error_for(R"({"text": "", "first": -1, "copies": 1})"),
              HasSubstr("\"first\" is -1, not the number of a rule"));
  EXPECT_THAT(error_for(R"({"text": "", "first": 0})"), HasSubstr("has no \"copies\""));
}

TEST(RulesJson, RejectsWhatIsNoDescription) {
  for (const char* text : {"", "[", "3", "[1,]", "\xFF"}) {
    EXPECT_THAT(error_of([&] { read(text); }), HasSubstr("run/rules.json: ")) << text;
  }
  EXPECT_THAT(error_of([] { read("[]"); }), HasSubstr("has no lists of \"forms\""));
}

TEST(RulesJson, DeeplyNestedTextIsAnError) {
  constexpr std::size_t kDepth = 200'000;
  const std::string text = std::string(kDepth, '[') + std::string(kDepth, ']');
  EXPECT_THAT(error_of([&] { read(text); }), HasSubstr("not the JSON of a checkpoint's rules"));
}

TEST(RulesJson, DamageNeverCrashes) {
  std::mt19937 random(1);
  std::size_t rejected = 0;
  constexpr std::size_t kTries = 5000;
  for (std::size_t i = 0; i < kTries; ++i) {
    const std::string text =
        testing::mutated(random, std::string(kExampleText), "[]{},:\"0123XY_e-");
    rejected += error_of([&] { read(text); }).empty() ? 0 : 1;  // anything else would end the test
  }
  EXPECT_GT(rejected, kTries / 2);
}

}  // namespace
}  // namespace gntp
