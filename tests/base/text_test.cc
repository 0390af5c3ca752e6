#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Trim, RemovesBlanksAtBothEndsOnly) {
  EXPECT_EQ(trim("  a b\t\r"), "a b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t \v\f"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Split, KeepsEmptyFields) {
  EXPECT_THAT(split("a\tb\t\tc", '\t'), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(split("", '\t'), ElementsAre(""));
  EXPECT_THAT(split("\t", '\t'), ElementsAre("", ""));
}

TEST(Join, PutsTheSeparatorBetween) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(join(Texts{"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(join(Texts{"a"}, ", "), "a");
  EXPECT_EQ(join(Texts{}, ", "), "");
}

TEST(EditDistance, CountsTheFourKindsOfMistake) {
  EXPECT_EQ(edit_distance("france", "france", 9), 0U);
  EXPECT_EQ(edit_distance("france", "frances", 9), 1U);
  EXPECT_EQ(edit_distance("france", "frnce", 9), 1U);
  EXPECT_EQ(edit_distance("france", "frence", 9), 1U);
  EXPECT_EQ(edit_distance("france", "frnace", 9), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3U);
  EXPECT_EQ(edit_distance("", "abc", 9), 3U);
  EXPECT_EQ(edit_distance("", "", 9), 0U);
}

TEST(EditDistance, IgnoresAsciiCase) {
  EXPECT_EQ(edit_distance("LocatedIn", "locatedin", 9), 0U);
}

TEST(EditDistance, StopsAtTheLimit) {
  EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 2), 2U);
  EXPECT_EQ(edit_distance("abc", "abcdefghij", 3), 3U);
  EXPECT_EQ(edit_distance("abc", "abc", 0), 0U);
}

TEST(EditDistance, LimitOnlyCutsOff) {
  std::mt19937 random(1);
  const auto word = [&] {
    std::string text;
    for (auto length = random() % 7; length > 0; --length) text += "abC"[random() % 3];
    return text;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const std::size_t distance = edit_distance(a, b, 100);
    EXPECT_EQ(distance, edit_distance(b, a, 100)) << a << ' ' << b;
    for (std::size_t limit = 0; limit < 8; ++limit) {
      ASSERT_EQ(edit_distance(a, b, limit), std::min(distance, limit)) << a << ' ' << b;
    }
  }
}

TEST(NearestNames, AreWithinAFewMistakesBestFirst) {
  const std::vector<std::string> known = {"frances", "germany", "france", "FRANCE2",
                                          "french_guiana"};
  EXPECT_THAT(nearest_names("frnace", known), ElementsAre("france", "frances", "FRANCE2"));
  EXPECT_THAT(nearest_names("Germany", known), ElementsAre("germany"));
  EXPECT_THAT(nearest_names("atlantis", known), IsEmpty());
}

TEST(NearestNames, IncludeLongerNamesThatContainIt) {
  const std::vector<std::string> known = {"locatedIn", "neighborOf", "is_neighbor"};
  EXPECT_THAT(nearest_names("neighbor", known), ElementsAre("neighborOf", "is_neighbor"));
}

TEST(NearestNames, DoNotGuessFromOneOrTwoLetters) {
  const std::vector<std::string> known = {"q", "ab", "P"};
  EXPECT_THAT(nearest_names("p", known), ElementsAre("P"));
  EXPECT_THAT(nearest_names("ac", known), IsEmpty());
}

TEST(Suggestion, ReadsAsASentence) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(suggestion("frnace", Names{"france"}), "did you mean 'france'?");
  EXPECT_EQ(suggestion("frnace", Names{"france", "frances"}),
            "did you mean 'france' or 'frances'?");
  EXPECT_EQ(suggestion("franc", Names{"france", "franca", "franco", "franci"}),
            "did you mean 'france', 'franca' or 'franco'?");
  EXPECT_EQ(suggestion("atlantis", Names{"france"}), "");
  EXPECT_EQ(suggestion("a", Names{}), "");
}

TEST(Excerpt, IsShortAndOnOneLine) {
  EXPECT_EQ(excerpt("a b"), "a b");
  EXPECT_EQ(excerpt("a\tb\nc"), "a b c");
  EXPECT_EQ(excerpt(std::string(40, 'a')), std::string(40, 'a'));
  EXPECT_EQ(excerpt(std::string(41, 'a')), std::string(40, 'a') + "...");
}

TEST(Excerpt, DoesNotCutACharacter) {
  const std::string text = std::string(39, 'a') + "\u20ac" + "b";
  EXPECT_EQ(excerpt(text), std::string(39, 'a') + "...");
  EXPECT_TRUE(is_utf8(excerpt(text)));
}

}  // namespace
}  // namespace gntp
