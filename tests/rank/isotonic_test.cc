#include "rank/isotonic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/random.h"

namespace gntp {
namespace {

double value_at(const std::vector<IsotonicStep>& steps, double place) {
  double value = steps.front().value;
  for (const IsotonicStep& step : steps) {
    if (step.from <= place) value = step.value;
  }
  return value;
}

// The mean of all observations from one place to another.
double mean_between(const std::vector<Observation>& observations, double first, double last) {
  double sum = 0;
  double weight = 0;
  for (const Observation& each : observations) {
    if (each.place < first || each.place > last) continue;
    sum += each.weight * each.value;
    weight += each.weight;
  }
  return sum / weight;
}

// By the max-min formula: the largest, over all beginnings up to here, of the smallest mean over
// all ends from here on.
double oracle(const std::vector<Observation>& observations, double place) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Observation& begin : observations) {
    if (begin.place > place) continue;
    double smallest = std::numeric_limits<double>::infinity();
    for (const Observation& end : observations) {
      if (end.place < place) continue;
      smallest = std::min(smallest, mean_between(observations, begin.place, end.place));
    }
    largest = std::max(largest, smallest);
  }
  return largest;
}

TEST(Isotonic, EqualsTheMaxMinFormula) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::size_t count = 1 + random.below(25);
    const std::uint32_t places = 1 + random.below(20);  // few: places repeat
    const bool zero_or_one = seed % 2 == 0;
    std::vector<Observation> observations;
    for (std::size_t i = 0; i < count; ++i) {
      observations.push_back({static_cast<double>(random.below(places)),
                              zero_or_one ? random.below(2) : random.uniform(),
                              1.0 + random.below(3)});
    }
    const std::vector<IsotonicStep> steps = isotonic(observations);
    for (std::size_t i = 1; i < steps.size(); ++i) {
      EXPECT_LT(steps[i - 1].from, steps[i].from);
      EXPECT_LT(steps[i - 1].value, steps[i].value);
    }
    for (const Observation& each : observations) {
      EXPECT_NEAR(value_at(steps, each.place), oracle(observations, each.place), 1e-12)
          << "seed " << seed;
    }
  }
}

TEST(Isotonic, KeepsWhatRisesAndPoolsWhatFalls) {
  const std::vector<IsotonicStep> steps =
      isotonic({{3, 0.2, 1}, {1, 0.1, 1}, {2, 0.4, 3}, {4, 0.9, 1}});
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_DOUBLE_EQ(steps[0].value, 0.1);
  EXPECT_EQ(steps[1].from, 2);
  EXPECT_DOUBLE_EQ(steps[1].value, 0.35);
  EXPECT_DOUBLE_EQ(steps[2].value, 0.9);
  EXPECT_TRUE(isotonic({}).empty());
}

}  // namespace
}  // namespace gntp
