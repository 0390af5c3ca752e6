// The set against one of the standard library, with few numbers and with many.
#include "base/scratch_set.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "base/random.h"

namespace gntp {
namespace {

TEST(ScratchSet, HoldsWhatAStandardSetHolds) {
  constexpr std::size_t kNumbers = 10'001;
  for (const std::size_t few : {std::size_t{0}, kNumbers}) {
    ScratchSet set(kNumbers, few);
    Random random(7);
    for (int round = 0; round < 200; ++round) {
      set.clear();
      std::unordered_set<std::uint32_t> expected;
      // Some are fewer than one of 64 numbers, some more.
      const std::size_t items = random.below(round % 2 == 0 ? 150 : 20'000);
      for (std::size_t i = 0; i < items; ++i) {
        const std::uint32_t number = random.below(kNumbers);
        ASSERT_EQ(set.insert(number), expected.insert(number).second) << number;
      }
      EXPECT_EQ(set.insert(kNumbers - 1), expected.insert(kNumbers - 1).second);
    }
  }
}

TEST(ScratchSet, TakesABitForEachNumberAtMostAndLittleBesides) {
  constexpr std::uint32_t kNumbers = 10'000'000;
  ScratchSet set(kNumbers);
  EXPECT_LT(set.bytes(), 100'000U);
  for (std::uint32_t i = 0; i < kNumbers; i += 3) EXPECT_TRUE(set.insert(i));
  EXPECT_LT(set.bytes(), std::size_t{kNumbers});
}

}  // namespace
}  // namespace gntp
