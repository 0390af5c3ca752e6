// Greedy search, k nearest facts and k nearest rules of each template, against the greedy oracle
// and the exact search.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

using Setting = std::tuple<Unification, TNorm, IndexKind>;

std::string name_of_setting(const testing::TestParamInfo<Setting>& setting) {
  const auto& [unification, tnorm, index] = setting.param;
  return name_of(unification, tnorm) + (index == IndexKind::kStructured ? "Structured" : "Flat");
}

class ProverGreedy : public testing::TestWithParam<Setting> {
 protected:
  static ProverOptions options_for(std::size_t depth, Random& random) {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.index) = GetParam();
    options.depth = depth;
    options.floor = random_floor(random);
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(
    All, ProverGreedy,
    testing::Combine(testing::Values(Unification::kPerTerm, Unification::kJoint),
                     testing::Values(TNorm::kMin, TNorm::kProduct),
                     testing::Values(IndexKind::kStructured, IndexKind::kFlat)),
    name_of_setting);

TEST_P(ProverGreedy, EqualsTheGreedyOracle) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 120 && !HasFailure(); ++seed) {
    Random random(seed, 2);
    ProverOptions options = options_for(seed % 4, random);
    options.k_facts = seed % 5 == 0 ? 0 : 1 + random.below(3);
    options.k_rules = seed % 5 == 1 ? 0 : 1 + random.below(2);
    RandomKbOptions sizes = sizes_for(options.depth, random);
    if (options.k_facts > 0) {
      sizes.max_facts = 15;
      sizes.max_proofs = 200;
      sizes.k_facts = options.k_facts;
    }
    const RandomCase made = make_random_case(seed, sizes);
    OracleCase it(made.kb, made.model, options);
    for (const OracleQuestion& question : make_questions(made.kb, 2, random)) {
      SCOPED_TRACE(describe(seed, question));
      const OracleAnswer answer = it.oracle.prove(question.goal, question.excluded);
      if (answer.ambiguous) {
        ++tally.ambiguous;
        continue;
      }
      // Where facts tie for the last place, the best proof may use either; the enumeration may not.
      expect_best_proof(it, question, answer, tally, Identity::kIsFree);
      expect_all_proofs(it, question, answer, 4);
    }
  }
  EXPECT_GT(tally.proved, tally.questions / 3);
  EXPECT_LT(tally.ambiguous, tally.questions / 10);
}

TEST_P(ProverGreedy, WithLargeEnoughKIsExact) {
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    Random random(seed, 3);
    ProverOptions options = options_for(seed % 4, random);
    const RandomCase made = make_random_case(seed, large_sizes_for(options.depth));
    OracleCase exact(made.kb, made.model, options);
    options.k_facts = made.kb.facts.size() + seed % 2;
    options.k_rules = made.kb.rules.size() + seed % 2;
    OracleCase greedy(made.kb, made.model, options);
    for (const OracleQuestion& question : make_questions(made.kb, 2, random)) {
      SCOPED_TRACE(describe(seed, question));
      const Proof* expected = exact.prover.prove(question.goal, question.excluded);
      const Proof* proof = greedy.prover.prove(question.goal, question.excluded);
      ASSERT_EQ(proof == nullptr, expected == nullptr);
      if (proof == nullptr) continue;
      EXPECT_EQ(proof->distance, expected->distance);
      EXPECT_TRUE(greedy.checker.check(*proof, question.goal, question.excluded));
    }
  }
}

TEST_P(ProverGreedy, NeverBeatsExact) {
  std::size_t worse = 0;
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    Random random(seed, 4);
    ProverOptions options = options_for(seed % 4, random);
    const RandomCase made = make_random_case(seed, large_sizes_for(options.depth));
    OracleCase exact(made.kb, made.model, options);
    options.k_facts = 1 + random.below(3);
    options.k_rules = random.below(3);
    OracleCase greedy(made.kb, made.model, options);
    for (const OracleQuestion& question : make_questions(made.kb, 2, random)) {
      SCOPED_TRACE(describe(seed, question));
      const Proof* proof = greedy.prover.prove(question.goal, question.excluded);
      if (proof == nullptr) continue;
      const Proof* best = exact.prover.prove(question.goal, question.excluded);
      ASSERT_NE(best, nullptr);
      EXPECT_LE(best->distance, proof->distance);
      worse += best->distance < proof->distance ? 1 : 0;
    }
  }
  EXPECT_GT(worse, 0U);
}

}  // namespace
}  // namespace gntp
