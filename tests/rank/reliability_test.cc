#include "rank/reliability.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace gntp {
namespace {

TEST(ReliabilityBins, OfTenForecastsHasOneInEachBin) {
  std::vector<Forecast> forecasts;
  for (int i = 9; i >= 0; --i) forecasts.push_back({i / 10.0, i >= 5});
  const Reliability reliability = reliability_of(forecasts);
  ASSERT_EQ(reliability.bins.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    const ReliabilityBin& bin = reliability.bins[static_cast<std::size_t>(i)];
    EXPECT_DOUBLE_EQ(bin.mass, 1);
    EXPECT_DOUBLE_EQ(bin.probability, i / 10.0);
    EXPECT_DOUBLE_EQ(bin.correct, i >= 5 ? 1 : 0);
  }
  // .0 + .1 + ... + .4 below, and .5 + .4 + ... + .1 above.
  EXPECT_NEAR(reliability.error, (1.0 + 1.5) / 10, 1e-12);
}

TEST(ReliabilityBins, SharesEqualProbabilitiesOutToTheBins) {
  // 13 forecasts of 1/4, three of them true; 2 of 3/4, both true.
  std::vector<Forecast> forecasts(13, {0.25, false});
  for (std::size_t i = 0; i < 3; ++i) forecasts[i].correct = true;
  forecasts.insert(forecasts.end(), 2, {0.75, true});
  const Reliability reliability = reliability_of(forecasts);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_DOUBLE_EQ(reliability.bins[i].mass, 1.5);
    EXPECT_NEAR(reliability.bins[i].correct, 3.0 / 13, 1e-12);
  }
  EXPECT_NEAR(reliability.bins[8].probability, (0.25 + 0.5 * 0.75) / 1.5, 1e-12);
  EXPECT_NEAR(reliability.bins[9].correct, 1, 1e-12);
}

TEST(ReliabilityBins, DoesNotDependOnTheOrder) {
  Random random(1);
  std::vector<Forecast> forecasts;
  forecasts.reserve(237);
  for (int i = 0; i < 237; ++i) {
    forecasts.push_back({random.below(6) / 6.0, random.below(2) == 0});
  }
  const double error = reliability_of(forecasts).error;
  random.shuffle(std::span(forecasts));
  EXPECT_EQ(reliability_of(forecasts).error, error);
}

TEST(ReliabilityBins, OfTrueProbabilitiesHasLittleError) {
  Random random(2);
  std::vector<Forecast> forecasts;
  for (int i = 0; i < 100000; ++i) {
    const double probability = random.uniform();
    forecasts.push_back({probability, random.uniform() < probability});
  }
  EXPECT_LT(reliability_of(forecasts).error, 0.01);
  for (Forecast& forecast : forecasts) forecast.probability /= 2;
  EXPECT_NEAR(reliability_of(forecasts).error, 0.25, 0.01);
}

TEST(ReliabilityBins, OfNothingIsNothing) {
  EXPECT_TRUE(reliability_of({}).bins.empty());
  EXPECT_EQ(reliability_of({}).error, 0);
  EXPECT_NEAR(reliability_of({{0.25, false}}).error, 0.25, 1e-12);
}

}  // namespace
}  // namespace gntp
