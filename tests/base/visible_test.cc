#include "base/visible.h"

#include <gtest/gtest.h>

#include "base/html.h"
#include "base/random.h"
#include "base/svg.h"
#include "base/utf8.h"
#include "base/wrapping.h"

namespace gntp {
namespace {

TEST(Visible, LettersStayAsTheyAre) {
  for (const std::string text : {"", "plain", "Côte d'Ivoire", "日本語", "עברית",
                                 "a\xE2\x80\x8D"
                                 "b",
                                 "<script>\"'&"}) {
    EXPECT_EQ(visible(text), text);
  }
}

TEST(Visible, ControlCharactersArePictures) {
  EXPECT_EQ(visible("a\nb\tc\x1b[31m\x7f"), "a␊b␉c␛[31m␡");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "␀");
  EXPECT_EQ(visible("a\nb\tc\r", LineEnds::kKept), "a\nb\tc␍");
  EXPECT_EQ(visible("\xC2\x85"), "[U+0085]");
}

TEST(Visible, WhatTurnsTextRoundIsNamed) {
  EXPECT_EQ(visible("a\u202Eb\u2066c\u200Fd\u2028"), "a[U+202E]b[U+2066]c[U+200F]d[U+2028]");
}

TEST(Visible, WhatIsNoCharacterIsReplaced) {
  EXPECT_EQ(visible("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(visible("\xEF\xBF\xBE"), "\uFFFD");  // U+FFFE, which XML cannot hold
  EXPECT_EQ(visible("cut \xE6\x97"), "cut \uFFFD");
}

// Any bytes become text that pages and pictures can hold.
TEST(Visible, AnyBytesBecomeSafeText) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (std::uint32_t i = 0; i < random.below(40); ++i) {
      bytes += static_cast<char>(random.below(256));
    }
    const std::string shown = visible(bytes);
    EXPECT_TRUE(is_utf8(shown));
    EXPECT_EQ(shown.find_first_of(std::string("\0\n\r\t\x1b", 5)), std::string::npos);
    EXPECT_EQ(visible(shown), shown);
    EXPECT_EQ(escape_html(bytes).find_first_of("<>\"'"), std::string::npos);
  }
}

TEST(Wrapping, NoLineIsWiderThanItMayBe) {
  Random random(4);
  const std::vector<std::string> pieces{
      "locatedIn(X, Y)", " :- ", ", ", "日本",   "a", "_",
      "e\u0301",         "/x/y", " ",  "\u202F", "(", "long_name"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::uint32_t i = 0; i < random.below(30); ++i) {
      text += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    }
    const std::size_t columns = 4 + random.below(30);
    const std::size_t lines = 1 + random.below(5);
    const Wrapped wrapped = wrap(text, columns, lines);
    ASSERT_FALSE(wrapped.lines.empty());
    EXPECT_LE(wrapped.lines.size(), lines);
    std::string joined;
    for (const std::string& line : wrapped.lines) {
      EXPECT_LE(display_width(line), columns) << text;
      EXPECT_TRUE(is_utf8(line)) << text;
      joined += line;
    }
    if (wrapped.shortened) {
      EXPECT_TRUE(joined.ends_with("…"));
      continue;
    }
    std::erase(joined, ' ');
    std::erase(text, ' ');
    EXPECT_EQ(joined, text);
  }
}

TEST(Wrapping, BreaksBetweenAtoms) {
  const Wrapped wrapped = wrap("r(X, Y) :- someone(X, Z), other(Z, Y)", 32, 3);
  EXPECT_EQ(wrapped.lines, (std::vector<std::string>{"r(X, Y) :- someone(X, Z),", "other(Z, Y)"}));
  EXPECT_EQ(wrap("abcdefghij", 4, 2).lines, (std::vector<std::string>{"abcd", "efg…"}));
}

TEST(Svg, LabelsAreSafe) {
  EXPECT_EQ(svg_label(1, 2, "start", "<a & \"b\"\n\u202E"),
            "<text x=\"1.0\" y=\"2.0\" text-anchor=\"start\">&lt;a &amp; &quot;b&quot;␊[U+202E]"
            "</text>\n");
}

}  // namespace
}  // namespace gntp
