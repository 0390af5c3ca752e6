#include "base/grouped.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/random.h"

namespace gntp {
namespace {

TEST(Grouped, KeepsTheOrderWithinEachKey) {
  Random random(1);
  std::vector<std::pair<std::size_t, int>> items;
  items.reserve(200);
  for (int i = 0; i < 200; ++i) items.emplace_back(random.below(7), i);
  const Grouped<int> grouped(9, [&](auto visit) {
    for (const auto& [key, item] : items) visit(key, item);
  });
  EXPECT_EQ(grouped.keys(), 9U);
  EXPECT_EQ(grouped.size(), items.size());
  for (std::size_t key = 0; key < 9; ++key) {
    std::vector<int> expected;
    for (const auto& [its_key, item] : items) {
      if (its_key == key) expected.push_back(item);
    }
    const auto group = grouped[key];
    EXPECT_EQ(std::vector<int>(group.begin(), group.end()), expected);
  }
}

TEST(Grouped, MayHaveNoKeys) {
  EXPECT_EQ(Grouped<int>().keys(), 0U);
  EXPECT_TRUE(Grouped<int>(0, [](auto) {}).empty());
}

}  // namespace
}  // namespace gntp
