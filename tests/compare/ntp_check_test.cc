// Exhaustive proving: it finds what the exact search finds, and says what it costs.
#include "compare/ntp_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "compare/tensor_ntp.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

RandomCase small_case(std::uint64_t seed) {
  RandomKbOptions options;
  options.max_proofs = 20'000;
  RandomCase it = make_random_case(seed, options);
  if (seed % 3 == 0) {
    Random random(seed);
    it.kb = with_confident_rules(std::move(it.kb), random);
    it.model = make_random_model(it.kb, random);
  }
  return it;
}

TEST(TensorNtp, FindsWhatTheExactSearchFinds) {
  std::size_t proved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RandomCase it = small_case(seed);
    ProverOptions options;
    if (seed % 2 == 1) options.tnorm = TNorm::kProduct;
    if (seed % 5 == 1) options.unification = Unification::kJoint;
    ThreadPool threads(1);
    Reasoner reasoner(it.kb, it.model, options);
    reasoner.refresh(threads);
    TensorNtp ntp(reasoner);
    Prover prover(reasoner);
    for (const Triple& triple : it.kb.facts) {
      const Goal goal{triple.relation, triple.tail, triple.head};
      const Proof* proof = prover.prove(goal, triple);
      for (const auto memory : {TensorNtp::Memory::kAllStates, TensorNtp::Memory::kBlocks}) {
        const std::optional<float> distance = ntp.prove(goal, triple, memory);
        ASSERT_TRUE(distance);
        EXPECT_EQ(ntp.paths_done(), ntp.paths()) << seed;
        if (proof == nullptr) {
          EXPECT_GT(*distance, reasoner.radius() - 1e-4F) << seed;
        } else {
          EXPECT_NEAR(*distance, proof->distance, 1e-4F) << seed;
          ++proved;
        }
      }
    }
  }
  EXPECT_GT(proved, 100U);
}

TEST(NtpCheck, CountsGoalsAndFindsNoDifference) {
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    const RandomCase it = small_case(seed);
    const auto check = check_ntp(it.kb, it.model, {}, {.most_goals = 20});
    EXPECT_GT(check.at("goals"), 0);
    EXPECT_LE(check.at("goals"), 20);
    EXPECT_EQ(check.at("disagreements"), 0) << seed;
    EXPECT_GT(check.at("seconds"), 0);
    EXPECT_EQ(check.at("allocated"), true);
  }
}

TEST(NtpCheck, StatesThatDoNotFitAreCounted) {
  const RandomCase it = small_case(1);
  const auto whole = check_ntp(it.kb, it.model, {}, {.most_goals = 3});
  const auto counted = check_ntp(it.kb, it.model, {}, {.most_goals = 3, .most_bytes = 1});
  EXPECT_EQ(counted.at("allocated"), false);
  EXPECT_EQ(counted.at("bytes"), whole.at("bytes"));
  EXPECT_EQ(counted.at("disagreements"), 0);
}

TEST(NtpCheck, AGoalThatTakesTooLongIsProjected) {
  const RandomCase it = small_case(1);
  const auto check = check_ntp(it.kb, it.model, {}, {.seconds = 1e-9});
  EXPECT_EQ(check.at("goals"), 0);
  EXPECT_GT(check.at("seconds"), 0);
}

}  // namespace
}  // namespace gntp
