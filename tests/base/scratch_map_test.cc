// The map against one of the standard library.
#include "base/scratch_map.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"

namespace gntp {
namespace {

TEST(ScratchMap, HoldsWhatAStandardMapHolds) {
  for (const std::size_t few : {std::size_t{0}, std::size_t{10'000}}) {
    ScratchMap<std::uint32_t, std::uint32_t> map(10'000, few);
    Random random(7);
    for (int round = 0; round < 50; ++round) {
      map.clear();
      std::unordered_map<std::uint32_t, std::uint32_t> expected;
      const std::size_t items = random.below(5000);
      for (std::size_t i = 0; i < items; ++i) {
        const std::uint32_t key = random.below(10'000);
        const auto [value, is_new] = map.insert(key);
        EXPECT_EQ(is_new, !expected.contains(key));
        if (is_new) {
          EXPECT_EQ(*value, 0U);
        }
        expected[key] = *value = random.below(100);
      }
      EXPECT_EQ(map.size(), expected.size());
      for (std::uint32_t key = 0; key < 10'000; ++key) {
        const std::uint32_t* found = map.find(key);
        ASSERT_EQ(found != nullptr, expected.contains(key)) << key;
        if (found != nullptr) {
          EXPECT_EQ(*found, expected[key]);
        }
      }
    }
  }
}

TEST(ScratchMap, MemoryFollowsWhatIsPutIn) {
  ScratchMap<std::uint64_t, std::uint32_t> map(std::size_t{1} << 40U);
  const std::size_t empty = map.bytes();
  for (std::uint64_t round = 0; round < 1000; ++round) {
    map.clear();
    for (std::uint64_t i = 0; i < 100; ++i) map.insert(i * 1'000'003 + round);
  }
  EXPECT_EQ(map.bytes(), empty);
  for (std::uint64_t i = 0; i < 100'000; ++i) map.insert(i << 20U);
  EXPECT_LT(map.bytes(), 100'000U * 4 * 24);
}

}  // namespace
}  // namespace gntp
