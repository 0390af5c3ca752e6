#include "text/segmenter.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "text/abbreviations.h"
#include "text/folding.h"

namespace gntp {
namespace {

using Breaks = std::unique_ptr<icu::BreakIterator>;

Breaks make_breaks(icu::BreakIterator* (*make)(const icu::Locale&, UErrorCode&)) {
  UErrorCode status = U_ZERO_ERROR;
  Breaks breaks(make(icu::Locale::getEnglish(), status));
  if (U_FAILURE(status)) {
    fail("ICU has no rules for words and sentences ({}); install its data", u_errorName(status));
  }
  return breaks;
}

bool is_letter(UChar32 c) {
  return c < 0x80 ? (c | 0x20) >= 'a' && (c | 0x20) <= 'z' : u_isalpha(c) != 0;
}

bool is_digit(UChar32 c) {
  return c < 0x80 ? c >= '0' && c <= '9' : u_isdigit(c) != 0;
}

bool is_blank(UChar32 c) {
  return c < 0x80 ? c <= ' ' || c == 0x7F : u_isUWhiteSpace(c) != 0 || u_iscntrl(c) != 0;
}

// The first letter or digit decides: "1990s" is a number, "B2" a word.
Token::Kind kind_of(std::u16string_view units) {
  for (std::size_t at = 0; at < units.size();) {
    UChar32 c = 0;
    U16_NEXT(units.data(), at, units.size(), c);
    if (is_letter(c)) return Token::Kind::kWord;
    if (is_digit(c)) return Token::Kind::kNumber;
  }
  return Token::Kind::kPunctuation;
}

// Turns positions in UTF-16 into positions in UTF-8; they must be asked for in ascending order.
class BytePositions {
 public:
  explicit BytePositions(std::u16string_view units, bool same) : units_(units), same_(same) {}

  std::uint32_t of(std::size_t unit) {
    if (same_) return static_cast<std::uint32_t>(unit);
    for (; unit_ < unit; ++unit_) {
      const char16_t c = units_[unit_];
      byte_ += c < 0x80 ? 1 : c < 0x800 || U16_IS_SURROGATE(c) ? 2 : 3;
    }
    return byte_;
  }

 private:
  std::u16string_view units_;
  bool same_;
  std::size_t unit_ = 0;
  std::uint32_t byte_ = 0;
};

}  // namespace

struct Segmenter::Icu {
  Breaks words = make_breaks(icu::BreakIterator::createWordInstance);
  Breaks sentences = make_breaks(icu::BreakIterator::createSentenceInstance);
  std::string_view text;
  std::u16string units;
  icu::UnicodeString alias;  // of `units`; the iterators refer to it
  bool ascii = true;
};

Segmenter::Segmenter() : icu_(std::make_unique<Icu>()) {}

Segmenter::~Segmenter() = default;

void Segmenter::set_text(std::string_view text) {
  icu_->text = text;
  icu_->ascii = is_ascii(text);
  std::u16string& units = icu_->units;
  units.resize(text.size());
  if (icu_->ascii) {
    std::ranges::copy(text, units.begin());
  } else {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    u_strFromUTF8(units.data(), static_cast<int32_t>(units.size()), &length, text.data(),
                  static_cast<int32_t>(text.size()), &status);
    if (U_FAILURE(status)) fail("ICU cannot read a text as UTF-8: {}", u_errorName(status));
    units.resize(static_cast<std::size_t>(length));
  }
  icu_->alias.setTo(false, units.data(), static_cast<int32_t>(units.size()));
}

void Segmenter::find_tokens(std::vector<Token>& tokens) {
  tokens.clear();
  const std::u16string_view units = icu_->units;
  BytePositions bytes(units, icu_->ascii);
  icu_->words->setText(icu_->alias);
  int32_t begin = icu_->words->first();
  for (int32_t end = icu_->words->next(); end != icu::BreakIterator::DONE;
       begin = end, end = icu_->words->next()) {
    const std::u16string_view token =
        units.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    if (is_blank(token.front())) continue;
    const std::uint32_t from = bytes.of(static_cast<std::size_t>(begin));
    tokens.push_back({from, bytes.of(static_cast<std::size_t>(end)), kind_of(token)});
  }
}

void Segmenter::find_sentences(std::vector<std::uint32_t>& ends) {
  ends.clear();
  BytePositions bytes(icu_->units, icu_->ascii);
  icu_->sentences->setText(icu_->alias);
  icu_->sentences->first();
  for (int32_t end = icu_->sentences->next(); end != icu::BreakIterator::DONE;
       end = icu_->sentences->next()) {
    const std::uint32_t byte = bytes.of(static_cast<std::size_t>(end));
    if (byte == icu_->text.size() || !is_after_abbreviation(icu_->text, byte)) ends.push_back(byte);
  }
}

}  // namespace gntp
