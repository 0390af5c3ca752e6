#include "text/folding.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr UChar32 kReplacement = 0xFFFD;
constexpr std::string_view kQuote = "\xE2\x80\x99";   // U+2019, which most texts use for '
constexpr std::string_view kHyphen = "\xE2\x80\x90";  // U+2010; normalisation turns U+2011 into it

const icu::Normalizer2& case_folding() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  if (U_FAILURE(status))
    fail("ICU has no case folding ({}); install its data", u_errorName(status));
  return *folding;
}

void replace_all(std::string& text, std::string_view from, char to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
    text.replace(at, from.size(), 1, to);
  }
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

void fold(std::string_view text, std::string& folded) {
  if (is_ascii(text)) {
    folded.resize(text.size());
    std::ranges::transform(text, folded.begin(), lower);
    return;
  }
  static const icu::Normalizer2& folding = case_folding();
  folded.clear();
  icu::StringByteSink<std::string> sink(&folded);
  UErrorCode status = U_ZERO_ERROR;
  folding.normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, status);
  if (U_FAILURE(status)) fail("ICU cannot fold '{}': {}", excerpt(text), u_errorName(status));
  replace_all(folded, kQuote, '\'');
  replace_all(folded, kHyphen, '-');
}

std::size_t repair_utf8(std::string& text) {
  if (is_utf8(text)) return 0;
  UErrorCode status = U_ZERO_ERROR;
  std::u16string units(text.size(), u'\0');  // never more units than bytes
  int32_t length = 0;
  int32_t replaced = 0;
  u_strFromUTF8WithSub(units.data(), static_cast<int32_t>(units.size()), &length, text.data(),
                       static_cast<int32_t>(text.size()), kReplacement, &replaced, &status);
  if (U_FAILURE(status) && status != U_STRING_NOT_TERMINATED_WARNING) {
    fail("ICU cannot read a text as UTF-8: {}", u_errorName(status));
  }
  text.clear();
  icu::UnicodeString(false, units.data(), length).toUTF8String(text);
  return static_cast<std::size_t>(replaced);
}

}  // namespace gntp
