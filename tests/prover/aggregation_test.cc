#include "prover/aggregation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

constexpr double kSlope = 1.3;

std::vector<RuleProof> list_of(const std::vector<double>& distances) {
  std::vector<RuleProof> list;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    list.push_back({static_cast<float>(distances[i]), RuleId(i)});
  }
  return list;
}

Aggregation make(Aggregate aggregate) {
  return {{.aggregate = aggregate}, kSlope};
}

TEST(Aggregation, MaxCountsTheFirstProofAlone) {
  const Aggregation max = make(Aggregate::kMax);
  EXPECT_TRUE(max.compare(list_of({1, 2}), list_of({1})) == 0);
  EXPECT_TRUE(max.compare(list_of({1, 9}), list_of({2, 2})) < 0);
  EXPECT_DOUBLE_EQ(max.score(list_of({1, 2})), std::exp(-kSlope));
}

TEST(Aggregation, MaxPlusBreaksTiesByTheNextProof) {
  const Aggregation plus = make(Aggregate::kMaxPlus);
  EXPECT_TRUE(plus.compare(list_of({1, 2}), list_of({1, 3})) < 0);
  EXPECT_TRUE(plus.compare(list_of({1, 2, 5}), list_of({1, 2})) < 0);
  EXPECT_TRUE(plus.compare(list_of({1, 2}), list_of({1, 2, 5})) > 0);
  EXPECT_TRUE(plus.compare(list_of({1, 2}), list_of({1, 2})) == 0);
  EXPECT_TRUE(plus.compare(list_of({1}), list_of({2, 2, 2})) < 0);
  EXPECT_DOUBLE_EQ(plus.score(list_of({1, 2})), std::exp(-kSlope));
}

TEST(Aggregation, NothingIsProvedWithoutProofs) {
  for (const Aggregate each : {Aggregate::kMax, Aggregate::kMaxPlus, Aggregate::kNoisyOr}) {
    EXPECT_EQ(make(each).score(list_of({})), 0);
    EXPECT_TRUE(make(each).compare(list_of({}), list_of({})) == 0);
    EXPECT_TRUE(make(each).compare(list_of({5}), list_of({})) < 0);
    EXPECT_TRUE(make(each).compare(list_of({}), list_of({5})) > 0);
  }
}

TEST(Aggregation, NoisyOrIsOneMinusTheProductOfDoubts) {
  Random random(7);
  const Aggregation noisy = make(Aggregate::kNoisyOr);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> distances;
    double doubt = 1;
    for (std::size_t i = 0; i <= random.below(6); ++i) {
      distances.push_back(0.05F + static_cast<float>(3 * random.uniform()));
      doubt *= 1 - std::exp(-kSlope * distances.back());
    }
    EXPECT_NEAR(noisy.score(list_of(distances)), 1 - doubt, 1e-6);
  }
}

// As numbers below 1 both scores are 1.
TEST(Aggregation, ADiscountLeavesLessAndLessOfTheNextProofs) {
  const std::vector<RuleProof> list = list_of({0.5, 1, 2});
  const auto doubt = [](double distance) { return 1 - std::exp(-kSlope * distance); };
  const Aggregation half({.aggregate = Aggregate::kNoisyOr, .discount = 0.5}, kSlope);
  const double left = doubt(0.5) * std::pow(doubt(1), 0.5) * std::pow(doubt(2), 0.25);
  EXPECT_NEAR(half.score(list), 1 - left, 1e-7);
  // Near 0 it is max_plus.
  const Aggregation least({.aggregate = Aggregate::kNoisyOr, .discount = 1e-3}, kSlope);
  EXPECT_TRUE(least.compare(list_of({1}), list_of({1.1, 1.1, 1.1})) < 0);
  EXPECT_TRUE(least.compare(list_of({1, 2}), list_of({1, 2.1})) < 0);
}

TEST(Aggregation, ManyGoodReasonsAreStillToldApart) {
  const Aggregation noisy = make(Aggregate::kNoisyOr);
  const std::vector<RuleProof> fifty = list_of(std::vector<double>(50, 0.01));
  const std::vector<RuleProof> hundred = list_of(std::vector<double>(100, 0.01));
  EXPECT_EQ(noisy.score(fifty), noisy.score(hundred));
  EXPECT_TRUE(noisy.compare(hundred, fifty) < 0);
  EXPECT_TRUE(std::isfinite(evidence(list_of({0, 0}), kSlope, 1)));
  EXPECT_TRUE(noisy.compare(list_of({0, 0}), list_of({0})) < 0);
}

}  // namespace
}  // namespace gntp
