#include "engine/sweep_rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::size_t> survivors(const std::vector<double>& means) {
  std::vector<Standing> standings;
  for (std::size_t i = 0; i < means.size(); ++i) standings.push_back({i, means[i], false});
  return SweepRounds::survivors(std::move(standings));
}

TEST(SweepRounds, TheBetterHalfGoesOn) {
  EXPECT_THAT(survivors({0.1, 0.8, 0.2, 0.7, 0.3, 0.6, 0.4, 0.5}), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(survivors({0.1, 0.7, 0.2, 0.6, 0.3, 0.5, 0.4}), ElementsAre(1, 3, 5, 6));
}

TEST(SweepRounds, AtLeastThreeGoOn) {
  EXPECT_THAT(survivors({0.1, 0.2, 0.3, 0.4}), ElementsAre(1, 2, 3));
  EXPECT_THAT(survivors({0.1, 0.2, 0.3}), ElementsAre(0, 1, 2));
  EXPECT_THAT(survivors({0.1}), ElementsAre(0));
  EXPECT_THAT(survivors({}), IsEmpty());
}

TEST(SweepRounds, TiesGoOn) {
  EXPECT_THAT(survivors({0.5, 0.5, 0.5, 0.5, 0.5, 0.5}), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(survivors({0.2, 0.9, 0.5, 0.5, 0.8, 0.5, 0.1, 0}), ElementsAre(1, 2, 3, 4, 5));
}

TEST(SweepRounds, WhatFailedDoesNotGoOn) {
  EXPECT_THAT(SweepRounds::survivors({{4, 0.9, true}, {5, 0.1, false}, {7, 0, false}}),
              ElementsAre(5, 7));
  EXPECT_THAT(SweepRounds::survivors({{0, 0, true}, {1, 0, true}}), IsEmpty());
}

// How many runs each trial has after each round, where that many trials are left.
std::vector<std::size_t> ends(const SweepRounds& rounds, std::size_t trials, std::size_t runs) {
  std::vector<std::size_t> all;
  for (std::size_t done = 0; done < runs;) all.push_back(done = rounds.after_next(trials, done));
  return all;
}

TEST(SweepRounds, DoubleTheRuns) {
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 8), 20, 8), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 5), 20, 5), ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 3), 4, 3), ElementsAre(1, 2, 3));
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 1), 20, 1), ElementsAre(1));
}

TEST(SweepRounds, AreOneWhereNobodyIsGivenUp) {
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 8), 3, 8), ElementsAre(8));
  EXPECT_THAT(ends(SweepRounds(GiveUp::kHopeless, 8), 1, 8), ElementsAre(8));
  EXPECT_THAT(ends(SweepRounds(GiveUp::kNone, 8), 20, 8), ElementsAre(8));
  EXPECT_EQ(SweepRounds(GiveUp::kHopeless, 8).after_next(3, 2), 8U);
}

TEST(SweepRounds, SayWhatIsToCome) {
  // 20 trials with a run, 10 with one more, 5 with 2, 3 with 4.
  EXPECT_EQ(SweepRounds(GiveUp::kHopeless, 8).to_come(20, 0), 20U + 10 + 10 + 12);
  EXPECT_EQ(SweepRounds(GiveUp::kHopeless, 8).to_come(5, 2), 10U + 12);
  EXPECT_EQ(SweepRounds(GiveUp::kHopeless, 8).to_come(5, 8), 0U);
  EXPECT_EQ(SweepRounds(GiveUp::kNone, 8).to_come(20, 0), 160U);
}

}  // namespace
}  // namespace gntp
