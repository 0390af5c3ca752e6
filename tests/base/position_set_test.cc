#include "base/position_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

// Few hashes, so that many items share one.
std::uint64_t hash_of(std::uint32_t item) {
  return std::uint64_t{item % 50} << 32U;
}

TEST(PositionSet, FindsWhatIsThereAlsoWhereHashesAreEqual) {
  for (const float fullest : {0.5F, 0.8F}) {
    Random random(1);
    std::vector<std::uint32_t> items;
    PositionSet positions(fullest);
    const auto find = [&](const PositionSet& in, std::uint32_t item) {
      return in.find(hash_of(item),
                     [&](std::uint32_t position) { return items[position] == item; });
    };
    for (int i = 0; i < 2000; ++i) {
      const std::uint32_t item = random.below(400);
      const auto known = std::ranges::find(items, item);
      if (known != items.end()) {
        ASSERT_EQ(find(positions, item), known - items.begin());
        continue;
      }
      ASSERT_EQ(find(positions, item), PositionSet::kNone);
      positions.insert(hash_of(item), static_cast<std::uint32_t>(items.size()));
      items.push_back(item);
    }
    const PositionSet copy = positions;
    positions.clear();
    EXPECT_EQ(find(positions, items[0]), PositionSet::kNone);
    for (std::uint32_t i = 0; i < items.size(); ++i) EXPECT_EQ(find(copy, items[i]), i);
  }
}

TEST(PositionSet, TakesTwelveBytesAPlace) {
  PositionSet positions(0.8F);
  for (std::uint32_t i = 0; i < 100000; ++i) positions.insert(std::uint64_t{i} << 32U, i);
  EXPECT_EQ(positions.bytes(), 12U * 131072);
}

}  // namespace
}  // namespace gntp
