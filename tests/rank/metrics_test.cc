#include "rank/metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

constexpr float kNoProof = std::numeric_limits<float>::infinity();

TEST(Metrics, RankWithoutTiesIsTheSameInEveryForm) {
  RankMetrics metrics;
  metrics.add({.nearer = 3, .equal = 0});
  for (const RankType type : kRankTypes) {
    EXPECT_DOUBLE_EQ(metrics[type].mrr, 0.25) << name_of(type);
    EXPECT_DOUBLE_EQ(metrics[type].mean_rank, 4) << name_of(type);
    EXPECT_EQ(metrics[type].hits, (std::array<double, 4>{0, 0, 1, 1})) << name_of(type);
  }
}

TEST(Metrics, TiesAreBrokenAsEachFormSays) {
  RankMetrics metrics;
  metrics.add({.nearer = 1, .equal = 3});  // places 2, 3, 4, 5
  EXPECT_DOUBLE_EQ(metrics[RankType::kOptimistic].mean_rank, 2);
  EXPECT_DOUBLE_EQ(metrics[RankType::kRealistic].mean_rank, 3.5);
  EXPECT_DOUBLE_EQ(metrics[RankType::kPessimistic].mean_rank, 5);
  EXPECT_DOUBLE_EQ(metrics[RankType::kExpected].mean_rank, 3.5);
  EXPECT_DOUBLE_EQ(metrics[RankType::kRealistic].mrr, 1 / 3.5);
  EXPECT_DOUBLE_EQ(metrics[RankType::kExpected].mrr, (1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0) / 4);
  EXPECT_DOUBLE_EQ(metrics[RankType::kExpected].hits[1],
                   0.5);  // two of the four places are within 3
}

// `expected` is what shuffling the ties would give on average.
TEST(Metrics, ExpectedIsTheMeanOverRandomTieOrders) {
  Random random(7);
  for (std::size_t equal = 0; equal < 12; ++equal) {
    const Rank rank{.nearer = random.below(6), .equal = equal};
    RankMetrics expected;
    expected.add(rank);
    RankMetrics by_place;
    for (std::size_t place = 0; place <= equal; ++place) {
      by_place.add({.nearer = rank.nearer + place, .equal = 0});
    }
    const Metrics a = expected[RankType::kExpected];
    const Metrics b = by_place[RankType::kOptimistic];
    EXPECT_NEAR(a.mrr, b.mrr, 1e-12);
    EXPECT_NEAR(a.mean_rank, b.mean_rank, 1e-12);
    for (std::size_t i = 0; i < kHits.size(); ++i) EXPECT_NEAR(a.hits[i], b.hits[i], 1e-12);
  }
}

TEST(Metrics, NothingRankedGivesZeros) {
  EXPECT_EQ(RankMetrics{}[RankType::kExpected].mrr, 0);
}

TEST(AveragePrecision, PerfectOrderIsOne) {
  EXPECT_DOUBLE_EQ(average_precision({{1, true}, {2, true}, {3, false}, {kNoProof, false}}), 1);
}

TEST(AveragePrecision, KnownValue) {
  // Precision 1 at the first positive, 2/3 at the second.
  EXPECT_DOUBLE_EQ(average_precision({{1, true}, {2, false}, {3, true}}), (1 + 2.0 / 3) / 2);
}

TEST(AveragePrecision, TiesEnterTogetherWhateverTheirOrder) {
  std::vector<Judged> items{{1, true}, {1, false}, {1, false}, {2, true}};
  const double expected = 0.5 * (1.0 / 3) + 0.5 * (2.0 / 4);
  std::ranges::sort(items, {}, &Judged::positive);
  EXPECT_DOUBLE_EQ(average_precision(items), expected);
  std::ranges::reverse(items);
  EXPECT_DOUBLE_EQ(average_precision(items), expected);
}

TEST(AveragePrecision, NoPositivesIsZero) {
  EXPECT_EQ(average_precision({{1, false}}), 0);
}

}  // namespace
}  // namespace gntp
