#include "kb/similar_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<SimilarNames> similar(const std::vector<std::string>& names) {
  return similar_names(names);
}

TEST(SimilarNames, FindsNamesThatLookTheSame) {
  // One letter, or a letter and its accent.
  EXPECT_THAT(similar({"caf\u00e9", "tea", "cafe\u0301"}),
              ElementsAre(ElementsAre("cafe\u0301", "caf\u00e9")));
  // Doubled, no-break, at an end.
  EXPECT_THAT(
      similar({"New York", "New  York", "New\u00a0York", " New York", "New York "}),
      ElementsAre(ElementsAre(" New York", "New  York", "New York", "New York ", "New\u00a0York")));
  // A byte-order mark, a soft hyphen, a space of no width.
  EXPECT_THAT(similar({"x", "\uFEFFx", "y", "y\u200b", "z\u00adz", "zz"}),
              ElementsAre(ElementsAre("x", "\uFEFFx"), ElementsAre("y", "y\u200b"),
                          ElementsAre("zz", "z\u00adz")));
}

TEST(SimilarNames, LeavesOthersAlone) {
  EXPECT_THAT(similar({}), IsEmpty());
  EXPECT_THAT(similar({"paris", "Paris", "PARIS", "new_york", "new york", "newyork"}), IsEmpty());
  // Compatible, but seen to be different; a joiner that Persian needs.
  EXPECT_THAT(similar({"x\u00b2", "x2", "\ufb01n", "fin", "\u0645\u06cc\u200c\u062e",
                       "\u0645\u06cc\u062e"}),
              IsEmpty());
  // Each by itself is as good as any other.
  EXPECT_THAT(similar({"cafe\u0301", "New  York"}), IsEmpty());
}

TEST(SimilarNames, SpelledOutTheyDiffer) {
  EXPECT_EQ(spelled_out("caf\u00e9"), "caf\\u{E9}");
  EXPECT_EQ(spelled_out("cafe\u0301"), "cafe\\u{301}");
  EXPECT_EQ(spelled_out("New\u00a0York  x"), "New\\u{A0}York  x");
  EXPECT_EQ(spelled_out("\U0001F600"), "\\u{1F600}");
}

}  // namespace
}  // namespace gntp
