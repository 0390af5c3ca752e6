#include "base/utf8.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::uint8_t byte_at(std::string_view text, std::size_t position) {
  return static_cast<std::uint8_t>(text[position]);
}

std::size_t skip_ascii(std::string_view text, std::size_t position) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  while (position + sizeof(std::uint64_t) <= text.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + position, sizeof(word));
    if ((word & kHighBits) != 0) {
      break;
    }
    position += sizeof(word);
  }
  while (position < text.size() && byte_at(text, position) < 0x80U) {
    ++position;
  }
  return position;
}

// The bytes of the well-formed sequence that starts at `position`, a lead byte; 0 if it is
// malformed. The second byte's range excludes overlong forms, surrogates and what is beyond
// U+10FFFF (Unicode, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t position) {
  const std::uint8_t lead = byte_at(text, position);
  const std::size_t length = lead < 0xC2U   ? 0
                             : lead < 0xE0U ? 2
                             : lead < 0xF0U ? 3
                             : lead < 0xF5U ? 4
                                            : 0;
  if (length == 0 || position + length > text.size()) {
    return 0;
  }
  const std::uint8_t second = byte_at(text, position + 1);
  const std::uint8_t low = lead == 0xE0U ? 0xA0 : lead == 0xF0U ? 0x90 : 0x80;
  const std::uint8_t high = lead == 0xEDU ? 0x9F : lead == 0xF4U ? 0x8F : 0xBF;
  if (second < low || second > high) {
    return 0;
  }
  for (std::size_t i = 2; i < length; ++i) {
    if (!is_continuation(text[position + i])) {
      return 0;
    }
  }
  return length;
}

// Requires: one well-formed character of several bytes.
UChar32 code_point(std::string_view sequence) {
  std::uint32_t code = byte_at(sequence, 0) & (0x7FU >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i) {
    code = (code << 6U) | (byte_at(sequence, i) & 0x3FU);
  }
  return static_cast<UChar32>(code);
}

std::size_t columns_of(UChar32 c) {
  const int type = u_charType(c);
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) return 0;
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

}  // namespace

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80U;
}

bool is_utf8(std::string_view text) {
  std::size_t position = skip_ascii(text, 0);
  while (position < text.size()) {
    const std::size_t length = sequence_length(text, position);
    if (length == 0) {
      return false;
    }
    position = skip_ascii(text, position + length);
  }
  return true;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t ascii = skip_ascii(text, i) - i;
    width += ascii;
    i += ascii;
    if (i == text.size()) break;
    const std::size_t length = sequence_length(text, i);
    width += length == 0 ? 1 : columns_of(code_point(text.substr(i, length)));
    i += std::max<std::size_t>(length, 1);
  }
  return width;
}

std::size_t byte_order_mark(std::string_view line) {
  return line.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

std::size_t byte_order_mark(std::string_view text, const std::filesystem::path& file) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    fail("{}:1: the text is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)", file.string());
  }
  return byte_order_mark(text);
}

}  // namespace gntp
