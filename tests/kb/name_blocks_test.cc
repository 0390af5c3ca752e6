#include "kb/name_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/random.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

std::string random_name(Random& random) {
  // Few letters, so that names repeat, share beginnings and are beginnings of each other; some are
  // long, some have zero bytes and high ones.
  const std::size_t length = random.below(50) == 0 ? 200 + random.below(3000) : random.below(6);
  std::string name;
  for (std::size_t i = 0; i < length; ++i) name += "ab\0\xC3\xFF"[random.below(5)];
  return name;
}

TEST(NameBlocks, NumbersNamesInTheOrderOfTheirBytes) {
  for (const std::uint64_t memory : {0U, 3000U, 20'000U, 1'000'000'000U}) {
    SCOPED_TRACE(memory);
    Random random(1, 1);
    const testing::TempFolder folder;
    NameBlocks names(folder.path(), memory);
    std::vector<std::map<std::string, std::uint32_t>> given(1);
    for (int i = 0; i < 5000; ++i) {
      if (names.is_full()) {
        names.end_block();
        given.emplace_back();
      }
      const std::string name = random_name(random);
      const std::uint32_t number = names.add(name);
      ASSERT_EQ(names.block() + 1, given.size());
      const auto [place, is_new] = given.back().emplace(name, number);
      EXPECT_EQ(place->second, number);
      if (is_new) {
        EXPECT_EQ(number, given.back().size() - 1);
      }
    }
    names.end_block();
    EXPECT_EQ(given.size() > 1, memory < 1'000'000);
    std::set<std::string> all;
    for (const auto& block : given) {
      for (const auto& [name, number] : block) all.insert(name);
    }
    std::vector<std::string> merged;
    EXPECT_EQ(names.merge([&](std::string_view name) { merged.emplace_back(name); }), all.size());
    EXPECT_THAT(merged, ::testing::ElementsAreArray(all));
    for (std::size_t block = 0; block < given.size(); ++block) {
      const std::vector<std::uint32_t> numbers = names.numbers_of(block);
      ASSERT_EQ(numbers.size(), given[block].size());
      for (const auto& [name, number] : given[block]) EXPECT_EQ(merged[numbers[number]], name);
    }
  }
}

TEST(NameBlocks, MayBeEmpty) {
  const testing::TempFolder folder;
  NameBlocks names(folder.path(), 0);
  EXPECT_FALSE(names.is_full());
  names.end_block();
  EXPECT_EQ(names.merge([](std::string_view) { FAIL(); }), 0U);
  EXPECT_TRUE(names.numbers_of(0).empty());
}

}  // namespace
}  // namespace gntp
