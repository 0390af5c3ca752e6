// Rules without a body, r(X, c), in the search for answers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "prover/answer_case.h"
#include "prover/prover.h"

namespace gntp {
namespace {

MineOptions with_bodiless() {
  MineOptions options;
  options.constants = 1;
  options.per_fact = 2;
  options.bodiless = true;
  return options;
}

TEST(Bodiless, AddToWhatOtherRulesProve) {
  std::size_t bodiless = 0;
  std::size_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 20 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    AnswerCase it = mined_case(seed, {.min_facts = 8, .max_facts = 30}, with_bodiless());
    AnswerSearch search(*it.index);
    Prover prover(it.reasoner);
    const auto has_no_body = [&](RuleId rule) { return it.kb.rules.atoms(rule) == 1; };
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      const ProofLists& lists = search.proofs(query);
      for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
        const Goal goal = goal_of(query, entity);
        SCOPED_TRACE(fmt::format("{}({}, {})", goal.predicate, goal.head, goal.tail));
        std::vector<float> expected;
        bool holds_of_all = true;  // has no other proofs than those that any answer has
        for (const Proof& proof : prover.prove_each(goal, kProofs)) {
          expected.push_back(proof.distance);
          const ProofStep& first = proof.steps.front();
          const bool by_rule = first.kind == ProofStep::Kind::kRule && has_no_body(first.rule);
          bodiless += by_rule ? 1 : 0;
          const std::size_t asked = query.asked == AskedSide::kHead ? 0 : 1;
          holds_of_all = holds_of_all && by_rule &&
                         it.kb.rules[first.rule].head.arguments[asked].is_variable();
        }
        std::vector<float> found;
        for (const RuleProof& proof : lists[entity]) found.push_back(proof.distance);
        proofs += found.size();
        EXPECT_EQ(found, holds_of_all ? std::vector<float>() : expected);
      }
    });
  }
  EXPECT_GT(bodiless, 500U);
  EXPECT_GT(proofs, 2000U);
}

}  // namespace
}  // namespace gntp
