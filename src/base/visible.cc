#include "base/visible.h"

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>
#include <cstdint>

namespace gntp {
namespace {

constexpr std::string_view kNoCharacter = "\xEF\xBF\xBD";  // U+FFFD
constexpr UChar32 kFirstPicture = 0x2400;
constexpr UChar32 kPictureOfDelete = 0x2421;
constexpr UChar32 kSpace = 0x20;
constexpr UChar32 kDelete = 0x7F;

void append(std::string& text, UChar32 c) {
  std::array<std::uint8_t, U8_MAX_LENGTH> bytes{};
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(bytes.data(), length, c);
  for (std::int32_t i = 0; i < length; ++i) {
    text += static_cast<char>(bytes[static_cast<std::size_t>(i)]);
  }
}

// Whether a character is seen by what it does to others alone.
bool is_steering(UChar32 c) {
  const int type = u_charType(c);
  return u_hasBinaryProperty(c, UCHAR_BIDI_CONTROL) != 0 || type == U_CONTROL_CHAR ||
         type == U_LINE_SEPARATOR || type == U_PARAGRAPH_SEPARATOR;
}

}  // namespace

std::string visible(std::string_view text, LineEnds line_ends) {
  std::string shown;
  shown.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    UChar32 c = 0;
    U8_NEXT(bytes, at, text.size(), c);
    if (c < 0 || U_IS_UNICODE_NONCHAR(c)) {
      shown += kNoCharacter;
    } else if (line_ends == LineEnds::kKept && (c == '\n' || c == '\t')) {
      shown += static_cast<char>(c);
    } else if (c < kSpace) {
      append(shown, kFirstPicture + c);
    } else if (c == kDelete) {
      append(shown, kPictureOfDelete);
    } else if (is_steering(c)) {
      shown += fmt::format("[U+{:04X}]", static_cast<std::uint32_t>(c));
    } else {
      shown += text.substr(start, at - start);
    }
  }
  return shown;
}

}  // namespace gntp
