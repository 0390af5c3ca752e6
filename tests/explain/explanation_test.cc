#include "explain/explanation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "explain/proof_case.h"

namespace gntp {
namespace {

using testing::ProofCase;
using Compared = ProofCase::Compared;
using Json = nlohmann::ordered_json;

ExplainedProof explained(const ProofCase& proved) {
  Wording wording(proved.kb);
  return explain(proved.kb, proved.model, proved.proof, wording);
}

std::string drawn(const ProofCase& proved, Drawing drawing = Drawing::kUnicode) {
  return to_text(explained(proved), drawing);
}

// Every number cut to three digits, so that the expected text can be read.
Json rounded(Json json) {
  if (json.is_number_float()) return std::round(json.get<double>() * 1000) / 1000;
  if (json.is_structured()) {
    for (auto& item : json) item = rounded(item);
  }
  return json;
}

std::string json_of(const ProofCase& proved) {
  return rounded(to_json(explained(proved))).dump(2);
}

const std::vector<testing::Symbol> kPlaces{
    {"france", 0}, {"germany", 10}, {"western_europe", 20}, {"europe", 30}, {"asia", 30.875}};
const std::vector<testing::Symbol> kRelations{{"locatedIn", 0}, {"neighborOf", 5}};

TEST(Explanation, OfAKnownFact) {
  ProofCase proved(kPlaces, kRelations, {}, {});
  proved.prove_by_fact(proved.goal("locatedIn", "france", "europe"), "locatedIn", "france",
                       "europe");
  EXPECT_EQ(drawn(proved), R"(locatedIn(france, europe)   score 1.000
   fact  locatedIn(france, europe)   1.000  ◀ weakest link
)");
  EXPECT_EQ(json_of(proved), R"json({
  "goal": "locatedIn(france, europe)",
  "score": 1.0,
  "proof": {
    "goal": "locatedIn(france, europe)",
    "kind": "fact",
    "fact": "locatedIn(france, europe)",
    "score": 1.0,
    "links": [
      {
        "kind": "predicate",
        "goal": "locatedIn",
        "other": "locatedIn",
        "goal_learned": false,
        "other_learned": false,
        "score": 1.0,
        "weakest": true
      },
      {
        "kind": "entity",
        "goal": "france",
        "other": "france",
        "goal_learned": false,
        "other_learned": false,
        "score": 1.0,
        "weakest": false
      },
      {
        "kind": "entity",
        "goal": "europe",
        "other": "europe",
        "goal_learned": false,
        "other_learned": false,
        "score": 1.0,
        "weakest": false
      }
    ],
    "children": []
  }
})json");
}

TEST(Explanation, OfASoftMatch) {
  ProofCase proved(kPlaces, kRelations, {}, {});
  proved.prove_by_fact(proved.goal("locatedIn", "france", "europe"), "locatedIn", "france", "asia");
  EXPECT_EQ(drawn(proved), R"(locatedIn(france, europe)   score 0.417
   fact  locatedIn(france, asia)   0.417
         europe ~ asia  0.417  ◀ weakest link
)");
}

TEST(Explanation, OfAFixedRule) {
  ProofCase proved(kPlaces, kRelations, {"locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)"},
                   {});
  proved.prove_by_rule(proved.goal("locatedIn", "france", "europe"), RuleId(0));
  proved.prove_by_fact(proved.goal("locatedIn", "france", "western_europe"), "locatedIn", "france",
                       "western_europe", Compared::kHead);
  proved.prove_by_fact(proved.goal("locatedIn", "western_europe", "europe"), "locatedIn",
                       "western_europe", "europe");
  EXPECT_EQ(drawn(proved), R"(locatedIn(france, europe)   score 1.000
│  rule  locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)   1.000  ◀ weakest link
├─ locatedIn(france, western_europe)   fact 1.000
└─ locatedIn(western_europe, europe)   fact 1.000
)");
}

// A learned rule, its last atom proved by a fact about another entity.
ProofCase learned_rule() {
  ProofCase proved(kPlaces, kRelations, {"p(X, Y) :- q(X, Z), r(Z, Y)"}, {0.0725F, 5.0125F, 0.03F});
  proved.prove_by_rule(proved.goal("locatedIn", "france", "europe"), RuleId(0));
  proved.prove_by_fact(proved.slot_goal(1, "france", "germany"), "neighborOf", "france", "germany",
                       Compared::kHead);
  proved.prove_by_fact(proved.slot_goal(2, "germany", "europe"), "locatedIn", "germany", "asia");
  return proved;
}

TEST(Explanation, OfALearnedRule) {
  EXPECT_EQ(drawn(learned_rule()), R"(locatedIn(france, europe)   score 0.417
│  rule  locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)   0.930
│        ~0.930             ~0.988            ~0.970
│        locatedIn ~ learned locatedIn  0.930
├─ neighborOf(france, germany)   fact 0.988
│     learned neighborOf ~ neighborOf  0.988
└─ locatedIn(germany, europe)
      fact  locatedIn(germany, asia)   0.417
            learned locatedIn ~ locatedIn  0.970
            europe ~ asia                  0.417  ◀ weakest link
)");
}

TEST(Explanation, InAscii) {
  EXPECT_EQ(drawn(learned_rule(), Drawing::kAscii), R"(locatedIn(france, europe)   score 0.417
|  rule  locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)   0.930
|        ~0.930             ~0.988            ~0.970
|        locatedIn ~ learned locatedIn  0.930
|- neighborOf(france, germany)   fact 0.988
|     learned neighborOf ~ neighborOf  0.988
`- locatedIn(germany, europe)
      fact  locatedIn(germany, asia)   0.417
            learned locatedIn ~ locatedIn  0.970
            europe ~ asia                  0.417  <- weakest link
)");
}

TEST(Explanation, AsJson) {
  const Json json = Json::parse(json_of(learned_rule()));
  EXPECT_EQ(json["score"], 0.417);
  Json proof = json["proof"];
  EXPECT_EQ(proof["kind"], "rule");
  EXPECT_EQ(proof["rule"], "locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)");
  EXPECT_EQ(proof["predicates"].dump(),
            R"([{"relation":"locatedIn","similarity":0.93,"learned":true},)"
            R"({"relation":"neighborOf","similarity":0.988,"learned":true},)"
            R"({"relation":"locatedIn","similarity":0.97,"learned":true}])");
  EXPECT_EQ(proof["score"], 0.93);
  EXPECT_EQ(proof["links"].dump(),
            R"([{"kind":"predicate","goal":"locatedIn","other":"locatedIn","goal_learned":false,)"
            R"("other_learned":true,"score":0.93,"weakest":false}])");
  ASSERT_EQ(proof["children"].size(), 2U);
  EXPECT_EQ(proof["children"][0]["fact"], "neighborOf(france, germany)");
  EXPECT_EQ(proof["children"][0]["links"].size(), 2U);
  const Json& last = proof["children"][1];
  EXPECT_EQ(last["goal"], "locatedIn(germany, europe)");
  EXPECT_EQ(last["fact"], "locatedIn(germany, asia)");
  EXPECT_EQ(last["links"][2].dump(),
            R"({"kind":"entity","goal":"europe","other":"asia","goal_learned":false,)"
            R"("other_learned":false,"score":0.417,"weakest":true})");
  EXPECT_FALSE(last["links"][0]["weakest"]);
}

TEST(Explanation, OfARuleWithinARule) {
  ProofCase proved(kPlaces, kRelations,
                   {"locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)", "p(X, Y) :- q(Y, X)"},
                   {0.5F, 4.75F});
  proved.prove_by_rule(proved.goal("locatedIn", "france", "europe"), RuleId(0));
  proved.prove_by_rule(proved.goal("locatedIn", "france", "germany"), RuleId(1));
  proved.prove_by_fact(proved.slot_goal(1, "germany", "france"), "neighborOf", "germany", "france",
                       Compared::kTail);
  proved.prove_by_rule(proved.goal("locatedIn", "germany", "europe"), RuleId(0));
  proved.prove_by_fact(proved.goal("locatedIn", "germany", "western_europe"), "locatedIn",
                       "germany", "western_europe", Compared::kHead);
  proved.prove_by_fact(proved.goal("locatedIn", "western_europe", "europe"), "neighborOf",
                       "western_europe", "asia");
  EXPECT_EQ(drawn(proved), R"(locatedIn(france, europe)   score 0.007
│  rule  locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)   1.000
├─ locatedIn(france, germany)
│  │  rule  locatedIn(X, Y) :- neighborOf(Y, X)   0.607
│  │        ~0.607             ~0.779
│  │        locatedIn ~ learned locatedIn  0.607
│  └─ neighborOf(germany, france)   fact 0.779
│        learned neighborOf ~ neighborOf  0.779
└─ locatedIn(germany, europe)
   │  rule  locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)   1.000
   ├─ locatedIn(germany, western_europe)   fact 1.000
   └─ locatedIn(western_europe, europe)
         fact  neighborOf(western_europe, asia)   0.007
               locatedIn ~ neighborOf  0.007  ◀ weakest link
               europe ~ asia           0.417
)");
}

TEST(Explanation, OfNamesThatNeedQuotes) {
  ProofCase proved({{"Côte d'Ivoire", 0}, {"a, b", 1}, {"Zürich", 1.5F}}, {{"is in", 0}, {"ü", 3}},
                   {"p(X, 'Zürich') :- 'is in'(X, Y), q(X, Y)"}, {0.125F, 3.25F});
  proved.prove_by_rule(proved.goal("is in", "Côte d'Ivoire", "a, b"), RuleId(0));
  proved.prove_by_fact(proved.goal("is in", "Côte d'Ivoire", "a, b"), "is in", "Côte d'Ivoire",
                       "a, b", Compared::kHead);
  proved.prove_by_fact(proved.slot_goal(1, "Côte d'Ivoire", "a, b"), "ü", "Côte d'Ivoire", "a, b");
  EXPECT_EQ(drawn(proved), R"('is in'('Côte d\'Ivoire', 'a, b')   score 0.607
│  rule  'is in'(X, 'Zürich') :- 'is in'(X, Y), ü(X, Y)   0.607
│        ~0.882                                 ~0.779
│        'is in' ~ learned 'is in'  0.882
│        'a, b' ~ 'Zürich'          0.607  ◀ weakest link
├─ 'is in'('Côte d\'Ivoire', 'a, b')   fact 1.000
└─ ü('Côte d\'Ivoire', 'a, b')   fact 0.779
      learned ü ~ ü  0.779
)");
  // A program gets the names as they are.
  EXPECT_EQ(Json::parse(json_of(proved))["proof"]["links"][1]["goal"], "a, b");
}

// Under `product` the score is below every link; the weakest is still the one to look at.
TEST(Explanation, MarksTheWeakestLinkOfAProduct) {
  ProofCase proved = learned_rule();
  proved.proof.distance = proved.proof.total;
  const ExplainedProof explanation = explained(proved);
  EXPECT_LT(explanation.score, explanation.root.children[1].score);
  EXPECT_TRUE(explanation.root.children[1].links[2].weakest);
}

TEST(Explanation, ScoresThatRoundToZeroKeepTheirDigits) {
  ProofCase proved({{"a", 0}, {"b", 8}}, {{"r", 0}}, {}, {});
  proved.prove_by_fact(proved.goal("r", "a", "a"), "r", "a", "b");
  EXPECT_EQ(drawn(proved, Drawing::kAscii), R"(r(a, a)   score 3.4e-04
   fact  r(a, b)   3.4e-04
         a ~ b  3.4e-04  <- weakest link
)");
}

}  // namespace
}  // namespace gntp
