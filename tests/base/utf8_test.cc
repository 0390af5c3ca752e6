#include "base/utf8.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/errors.h"

namespace gntp {
namespace {

TEST(Utf8, AcceptsEveryLength) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain text of more than eight bytes"));
  EXPECT_TRUE(is_utf8("\u00e9 \u20ac \U0001F600 \uD7FF \uE000 \U0010FFFF"));
  EXPECT_TRUE(is_utf8("eight by\u00e9tes and more"));
}

TEST(Utf8, RejectsMalformedSequences) {
  for (const char* bad : {
           "\x80",              // a continuation byte alone
           "a\xC3",             // cut off
           "\xE2\x82",          // cut off
           "\xE2\x28\xA1",      // no continuation
           "\xF0\x9F\x98",      // cut off
           "\xC0\xAF",          // overlong
           "\xC1\xBF",          // overlong
           "\xE0\x9F\xBF",      // overlong
           "\xF0\x8F\xBF\xBF",  // overlong
           "\xED\xA0\x80",      // a surrogate
           "\xF4\x90\x80\x80",  // beyond U+10FFFF
           "\xF5\x80\x80\x80",
           "\xFF",
           "a long enough text\xFF and more",
       }) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

// By hand, in two bytes or more.
std::string encoded(unsigned code) {
  const auto byte = [](unsigned value) {
    return static_cast<char>(static_cast<unsigned char>(value));
  };
  const auto following = [&](unsigned shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), following(0)};
  if (code < 0x10000) return {byte(0xE0U | (code >> 12U)), following(6), following(0)};
  return {byte(0xF0U | (code >> 18U)), following(12), following(6), following(0)};
}

// The surrogates are not.
TEST(Utf8, AcceptsEveryCodePoint) {
  for (unsigned code = 0x80; code <= 0x10FFFF; ++code) {
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    ASSERT_EQ(is_utf8(encoded(code)), !surrogate) << code;
  }
}

TEST(CharacterCount, CountsCodePoints) {
  EXPECT_EQ(character_count(""), 0U);
  EXPECT_EQ(character_count("a\u00e9\u20ac\U0001F600"), 4U);
}

TEST(DisplayWidth, IsInColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("plain"), 5U);
  EXPECT_EQ(display_width("\u00e9tude"), 5U);
  EXPECT_EQ(display_width("e\u0301tude"), 5U);     // the accent by itself
  EXPECT_EQ(display_width("\u6771\u4eac"), 4U);    // Tokyo
  EXPECT_EQ(display_width("\uc11c\uc6b8 a"), 6U);  // Seoul
  EXPECT_EQ(display_width("\uff21\uff71"), 3U);    // full width, half width
  EXPECT_EQ(display_width("\U0001F600"), 2U);
  EXPECT_EQ(display_width("a\u200bb"), 2U);      // a blank of no width
  EXPECT_EQ(display_width("\u2514\u2500"), 2U);  // strokes of drawings
}

TEST(ByteOrderMark, IsCountedOrRefused) {
  EXPECT_EQ(byte_order_mark("", "a"), 0U);
  EXPECT_EQ(byte_order_mark("\xEF\xBB", "a"), 0U);
  EXPECT_EQ(byte_order_mark("\xEF\xBB\xBFtext", "a"), 3U);
  for (const char* text : {"\xFF\xFEt", "\xFE\xFFt"}) {
    EXPECT_EQ(testing::error_of([&] { byte_order_mark(text, "a"); }),
              "a:1: the text is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)");
  }
}

}  // namespace
}  // namespace gntp
