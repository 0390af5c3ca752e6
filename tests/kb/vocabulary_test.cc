#include "kb/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gntp {
namespace {

using ::testing::ElementsAre;

TEST(Vocabulary, NumbersNamesInTheOrderTheyAreSeen) {
  Vocabulary names;
  EXPECT_EQ(names.add("b"), 0U);
  EXPECT_EQ(names.add("a"), 1U);
  EXPECT_EQ(names.add("b"), 0U);
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(names.name(1), "a");
  EXPECT_THAT(names.names(), ElementsAre("b", "a"));
}

TEST(Vocabulary, FindsExactNamesOnly) {
  Vocabulary names;
  names.add("France");
  EXPECT_EQ(names.find("France"), 0U);
  EXPECT_EQ(names.find("france"), std::nullopt);
  EXPECT_EQ(names.find(""), std::nullopt);
}

TEST(Vocabulary, CopiesStandAlone) {
  Vocabulary copy;
  {
    Vocabulary names;
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
