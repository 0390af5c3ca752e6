#include "text/search_key.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "base/error.h"
#include "base/utf8.h"
#include "text/folding.h"

namespace gntp {
namespace {

const icu::Normalizer2& decomposition() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) {
    fail("ICU has no normalisation ({}); install its data", u_errorName(status));
  }
  return *normalizer;
}

// Also other characters that look like nothing become blanks.
std::string without_accents(const std::string& text) {
  static const icu::Normalizer2& normalizer = decomposition();
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString taken_apart =
      normalizer.normalize(icu::UnicodeString::fromUTF8(text), status);
  if (U_FAILURE(status)) return text;
  icu::UnicodeString plain;
  for (std::int32_t i = 0; i < taken_apart.length(); i = taken_apart.moveIndex32(i, 1)) {
    const UChar32 c = taken_apart.char32At(i);
    if (u_charType(c) == U_NON_SPACING_MARK) continue;
    plain.append(u_isUWhiteSpace(c) != 0 || u_iscntrl(c) != 0 ? UChar32{' '} : c);
  }
  std::string result;
  plain.toUTF8String(result);
  return result;
}

bool is_blank(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7FU || c == '_';
}

bool is_wordlike(char c) {
  return static_cast<unsigned char>(c) >= 0x80U || (c >= '0' && c <= '9') ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string search_key(std::string_view name) {
  std::string text(name);
  repair_utf8(text);
  std::string folded;
  fold(text, folded);
  if (!is_ascii(folded)) {
    std::string plain = without_accents(folded);
    // Names of nothing but marks stay what they are.
    if (!plain.empty()) folded = std::move(plain);
  }
  std::string key;
  key.reserve(folded.size());
  for (const char c : folded) {
    if (!is_blank(c)) {
      key += c;
    } else if (!key.empty() && key.back() != ' ') {
      key += ' ';
    }
  }
  if (key.ends_with(' ')) key.pop_back();
  return key;
}

bool begins_word(std::string_view key, std::size_t place) {
  return is_wordlike(key[place]) && (place == 0 || !is_wordlike(key[place - 1]));
}

}  // namespace gntp
