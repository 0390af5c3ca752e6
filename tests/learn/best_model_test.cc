#include "learn/best_model.h"

#include <gtest/gtest.h>

namespace gntp {
namespace {

Model with_slope(double slope) {
  Model model;
  model.slope = slope;
  return model;
}

TEST(BestModel, KeepsTheFirstOfTheHighest) {
  BestModel best(0);
  EXPECT_FALSE(best.model().has_value());
  best.offer(with_slope(1), 0.5, 1);
  best.offer(with_slope(2), 0.7, 2);
  best.offer(with_slope(3), 0.7, 3);
  best.offer(with_slope(4), 0.6, 4);
  EXPECT_EQ(best.model()->slope, 2);
  EXPECT_EQ(best.score(), 0.7);
  EXPECT_EQ(best.epoch(), 2U);
  EXPECT_FALSE(best.gives_up());
}

TEST(BestModel, GivesUpAfterItsPatience) {
  BestModel best(2);
  best.offer(with_slope(1), 0.5, 1);
  best.offer(with_slope(2), 0.4, 2);
  EXPECT_FALSE(best.gives_up());
  best.offer(with_slope(3), 0.6, 3);
  best.offer(with_slope(4), 0.6, 4);
  best.offer(with_slope(5), 0.6, 5);
  EXPECT_TRUE(best.gives_up());
  EXPECT_EQ(best.epoch(), 3U);
}

// A model that proves nothing at first is still one to keep.
TEST(BestModel, KeepsAScoreOfZero) {
  BestModel best(1);
  best.offer(with_slope(1), 0, 1);
  EXPECT_TRUE(best.model().has_value());
}

}  // namespace
}  // namespace gntp
