#include "explain/decode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "explain/proof_case.h"

namespace gntp {
namespace {

using testing::ProofCase;

// Three copies of a template: the first and the third read the same.
ProofCase three_copies() {
  return {{{"france", 0}, {"Paris", 1}},
          {{"locatedIn", 0}, {"neighbor of", 8}, {"/x/Y", 16}},
          {"p(X, Y) :- q(X, _), p(_, Y) <3>", "locatedIn(X, 'Paris') :- '/x/Y'(france, X)"},
          {0.5, 7, 15, 0.25, 0.25, 8}};
}

TEST(Decode, APredicateIsItsNearestRelation) {
  const ProofCase kb = three_copies();
  const DecodedPredicate fixed = decode_predicate(kb.kb, kb.model, PredicateId(1));
  EXPECT_EQ(fixed.relation, 1U);
  EXPECT_EQ(fixed.similarity, 1);
  EXPECT_FALSE(fixed.learned);
  const DecodedPredicate learned = decode_predicate(kb.kb, kb.model, PredicateId(3 + 1));
  EXPECT_EQ(learned.relation, 1U);
  EXPECT_DOUBLE_EQ(learned.similarity, std::exp(-1));
  EXPECT_TRUE(learned.learned);
}

TEST(Decode, TheFirstOfEquallyNearRelationsNamesASlot) {
  const ProofCase kb({{"a", 0}}, {{"r", 2}, {"s", 0}, {"t", 4}}, {"p(X, Y) :- p(Y, X)"}, {1});
  EXPECT_EQ(decode_predicate(kb.kb, kb.model, PredicateId(3)).relation, 0U);
}

TEST(Decode, ARuleIsAsSureAsItsFarthestPredicate) {
  const ProofCase kb = three_copies();
  const DecodedRule rule = decode_rule(kb.kb, kb.model, RuleId(0));
  EXPECT_DOUBLE_EQ(rule.head.similarity, std::exp(-0.5));
  EXPECT_DOUBLE_EQ(rule.confidence, std::exp(-1));
  EXPECT_EQ(to_text(kb.kb, rule), "locatedIn(X, Y) :- 'neighbor of'(X, _), locatedIn(_, Y)");
}

TEST(Decode, NamesAreQuotedSoThatTheTextReadsBack) {
  const ProofCase kb = three_copies();
  const std::string text = to_text(kb.kb, decode_rule(kb.kb, kb.model, RuleId(3)));
  EXPECT_EQ(text, "locatedIn(X, 'Paris') :- /x/Y(france, X)");
  std::vector<std::string> warnings;
  const RuleSet read = resolve_rules({{"rules.pl", {parse_rule(text, "rules.pl", 1)}}},
                                     kb.kb.entities, kb.kb.relations, warnings);
  EXPECT_EQ(read[RuleId(0)].head, kb.kb.rules[RuleId(3)].head);
  EXPECT_EQ(read[RuleId(0)].body, kb.kb.rules[RuleId(3)].body);
}

TEST(Decode, RulesThatReadTheSameAreOneTheSurestFirst) {
  const ProofCase kb = three_copies();
  const std::vector<DecodedRule> rules = decode_rules(kb.kb, kb.model);
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[0].rule, 3U);
  EXPECT_EQ(rules[0].confidence, 1);
  EXPECT_EQ(rules[0].copies, 1U);
  EXPECT_EQ(rules[1].rule, 2U);  // surer than rule 0
  EXPECT_DOUBLE_EQ(rules[1].confidence, std::exp(-0.25));
  EXPECT_EQ(rules[1].copies, 2U);
  EXPECT_EQ(rules[2].rule, 1U);
  EXPECT_EQ(to_text(kb.kb, rules[2]), "/x/Y(X, Y) :- locatedIn(X, _), /x/Y(_, Y)");
}

TEST(Decode, JsonHasTheTextAndEveryPredicate) {
  const ProofCase kb({{"a", 0}}, {{"r", 0}, {"s s", 9}}, {"p(X, Y) :- 's s'(Y, X)"}, {0});
  EXPECT_EQ(to_json(kb.kb, decode_rules(kb.kb, kb.model)[0]).dump(),
            R"json({"rule":"r(X, Y) :- 's s'(Y, X)","confidence":1.0,"copies":1,"predicates":[)json"
            R"({"relation":"r","similarity":1.0,"learned":true},)"
            R"({"relation":"s s","similarity":1.0,"learned":false}]})");
}

}  // namespace
}  // namespace gntp
