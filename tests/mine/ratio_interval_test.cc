// What an interval promises, on populations of unequal starts.
#include "mine/ratio_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

struct Start {
  double x;
  double y;
};

RatioSums sums_of(const std::vector<Start>& population, std::size_t drawn) {
  RatioSums sums{.drawn = static_cast<double>(drawn),
                 .population = static_cast<double>(population.size())};
  double some = 0;
  double not_all = 0;
  for (std::size_t i = 0; i < drawn; ++i) {
    const auto [x, y] = population[i];
    some += y > 0 ? 1 : 0;
    not_all += y < x ? 1 : 0;
    sums.x += x;
    sums.xx += x * x;
    sums.y += y;
    sums.xy += x * y;
    sums.yy += y * y;
  }
  sums.telling = std::min(some, not_all);
  return sums;
}

// Starts with numbers of pairs by a power law, each with a confidence of its own around `p`.
std::vector<Start> unequal_starts(double p, double alike, Random& random) {
  std::vector<Start> starts;
  for (int i = 0; i < 2000; ++i) {
    const auto x = std::floor(std::min(200.0, std::pow(1 - random.uniform(), -0.8)));
    const bool all_alike = random.uniform() < alike;
    const bool first = random.uniform() < p;
    double y = 0;
    for (int pair = 0; pair < x; ++pair) {
      const bool own = random.uniform() < p;
      y += (all_alike ? first : own) ? 1 : 0;
    }
    starts.push_back({x, y});
  }
  return starts;
}

TEST(RatioInterval, HasTheTruthInNinetyFiveOfAHundredCases) {
  Random random(3);
  std::size_t cases = 0;
  std::size_t covered = 0;
  for (const double p : {0.02, 0.2, 0.5, 0.8, 0.98}) {
    for (const double alike : {0.0, 0.3, 1.0}) {
      std::size_t here = 0;
      std::vector<Start> population = unequal_starts(p, alike, random);
      const RatioSums all = sums_of(population, population.size());
      for (int i = 0; i < 400; ++i) {
        random.shuffle(std::span(population));
        const RatioInterval known = interval_of(sums_of(population, 20U << (i % 6)));
        here += known.low <= all.y / all.x && all.y / all.x <= known.high ? 1 : 0;
      }
      EXPECT_GE(here, 360U) << p << ' ' << alike;
      covered += here;
      cases += 400;
    }
  }
  EXPECT_GE(static_cast<double>(covered), 0.93 * static_cast<double>(cases));
  EXPECT_LE(static_cast<double>(covered), 0.99 * static_cast<double>(cases)) << "too wide";
}

TEST(RatioInterval, IsAPointWhereAllWasDrawn) {
  const std::vector<Start> population{{3, 1}, {4, 4}, {10, 2}};
  const RatioInterval known = interval_of(sums_of(population, 3));
  EXPECT_EQ(known.low, 7.0 / 17);
  EXPECT_EQ(known.high, 7.0 / 17);
}

TEST(RatioInterval, SaysLittleWhereFewStartsAgree) {
  RatioSums sums{
      .drawn = 5, .population = 1e6, .x = 500, .xx = 50'000, .y = 500, .xy = 50'000, .yy = 50'000};
  const RatioInterval known = interval_of(sums);
  EXPECT_EQ(known.ratio, 1);
  EXPECT_EQ(known.high, 1);
  EXPECT_LT(known.low, 0.5) << "five starts are five, however many pairs they have";
  EXPECT_NEAR(known.effective, 5, 0.01);
  sums.drawn = 1;
  EXPECT_EQ(interval_of(sums).low, 0);
  EXPECT_EQ(interval_of(sums).high, 1);
}

TEST(RatioInterval, KnowsStudentsQuantiles) {
  EXPECT_NEAR(student_quantile(1), 12.706, 0.001);
  EXPECT_NEAR(student_quantile(2), 4.303, 0.001);
  EXPECT_NEAR(student_quantile(3), 3.182, 0.05);
  EXPECT_NEAR(student_quantile(5), 2.571, 0.01);
  EXPECT_NEAR(student_quantile(30), 2.042, 0.001);
  EXPECT_NEAR(student_quantile(1e9), 1.960, 0.001);
}

}  // namespace
}  // namespace gntp
