#include "kb/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;

TEST(Vocabulary, NumbersNamesInTheOrderTheyAreSeen) {
  Vocabulary<EntityId> names;
  EXPECT_EQ(names.add("b"), 0U);
  EXPECT_EQ(names.add("a"), 1U);
  EXPECT_EQ(names.add("b"), 0U);
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(names.name(EntityId(1)), "a");
  EXPECT_THAT(names.names(), ElementsAre("b", "a"));
}

TEST(Vocabulary, SortsByBytesInTwoParts) {
  Vocabulary<EntityId> names;
  for (const char* name : {"d", "é", "D", "b", "c", "a"}) names.add(name);
  EXPECT_THAT(names.sort(4), ElementsAre(2U, 3U, 0U, 1U, 5U, 4U));
  EXPECT_THAT(names.names(), ElementsAre("D", "b", "d", "é", "a", "c"));
  EXPECT_THAT(names.sort(), ElementsAre(0U, 2U, 4U, 5U, 1U, 3U));
  EXPECT_THAT(names.names(), ElementsAre("D", "a", "b", "c", "d", "é"));
  for (EntityId id{0}; id < names.size(); ++id) EXPECT_EQ(names.find(names.name(id)), id);
  EXPECT_EQ(names.add("new"), 6U);
  EXPECT_THAT(Vocabulary<EntityId>().sort(), ElementsAre());
}

TEST(Vocabulary, SortingIsAPermutation) {
  Random random(7);
  for (const std::size_t size : {1, 2, 17, 1000}) {
    Vocabulary<EntityId> names;
    while (names.size() < size) names.add(std::to_string(random.below(100 * size)));
    const std::vector<std::string> before = names.names();
    const std::size_t boundary = random.below(size + 1);
    const std::vector<EntityId> new_ids = names.sort(boundary);
    for (std::size_t id = 0; id < size; ++id) EXPECT_EQ(names.name(new_ids[id]), before[id]);
    const std::vector<std::string> after = names.names();
    const auto middle = after.begin() + static_cast<std::ptrdiff_t>(boundary);
    EXPECT_TRUE(std::is_sorted(after.begin(), middle));
    EXPECT_TRUE(std::is_sorted(middle, after.end()));
  }
}

TEST(Vocabulary, FindsExactNamesOnly) {
  Vocabulary<EntityId> names;
  names.add("France");
  EXPECT_EQ(names.find("France"), 0U);
  EXPECT_EQ(names.find("france"), std::nullopt);
  EXPECT_EQ(names.find(""), std::nullopt);
}

TEST(Vocabulary, CopiesStandAlone) {
  Vocabulary<EntityId> copy;
  {
    Vocabulary<EntityId> names;
    for (int i = 0; i < 1000; ++i) names.add("name" + std::to_string(i));
    copy = names;
    names.add("further");
  }
  EXPECT_EQ(copy.size(), 1000U);
  EXPECT_EQ(copy.find("name999"), 999U);
  EXPECT_EQ(copy.find("further"), std::nullopt);
}

}  // namespace
}  // namespace gntp
