#include "learn/loss.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gntp {
namespace {

TEST(Loss, IsCrossEntropyOnTheScore) {
  for (const double slope : {0.5, 1.0, 3.0}) {
    for (const double distance : {0.01, 0.5, 2.0, 9.0}) {
      const double score = std::exp(-slope * distance);
      EXPECT_NEAR(positive_loss(distance, slope).value, -std::log(score), 1e-12);
      EXPECT_NEAR(negative_loss(distance, slope).value, -std::log1p(-score), 1e-12);
    }
  }
}

TEST(Loss, DerivativesEqualFiniteDifferences) {
  constexpr double kStep = 1e-6;
  for (const auto loss : {positive_loss, negative_loss}) {
    for (const double slope : {0.5, 1.0, 3.0}) {
      for (const double distance : {0.05, 0.5, 2.0, 9.0}) {
        const Loss at = loss(distance, slope);
        const double by_distance =
            (loss(distance + kStep, slope).value - loss(distance - kStep, slope).value) /
            (2 * kStep);
        const double by_slope =
            (loss(distance, slope + kStep).value - loss(distance, slope - kStep).value) /
            (2 * kStep);
        EXPECT_NEAR(at.by_distance, by_distance, 1e-5 * (1 + std::abs(by_distance)));
        EXPECT_NEAR(at.by_slope, by_slope, 1e-5 * (1 + std::abs(by_slope)));
      }
    }
  }
}

TEST(Loss, PerfectlyProvedNegativeIsFinite) {
  EXPECT_TRUE(std::isfinite(negative_loss(0, 1).value));
  EXPECT_TRUE(std::isfinite(negative_loss(0, 1).by_distance));
}

}  // namespace
}  // namespace gntp
