#include "text/segmenter.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/utf8.h"
#include "text/ascii_words.h"
#include "text/folding.h"
#include "text/sentence_ends.h"

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

void to_units(std::string_view text, std::u16string& units) {
  units.resize(text.size());
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = 0;
  u_strFromUTF8(units.data(), static_cast<int32_t>(units.size()), &length, text.data(),
                static_cast<int32_t>(text.size()), &status);
  if (U_FAILURE(status)) fail("ICU cannot read a text as UTF-8: {}", u_errorName(status));
  units.resize(static_cast<std::size_t>(length));
}

// Accents and the like belong to the blank before them, unless that ends a line.
bool is_attached(std::string_view text, std::uint32_t position, char16_t first) {
  if (position == 0 || (text[position - 1] >= '\n' && text[position - 1] <= '\r')) return false;
  const int32_t kind = u_getIntPropertyValue(first, UCHAR_WORD_BREAK);
  return kind == U_WB_EXTEND || kind == U_WB_FORMAT || kind == U_WB_ZWJ;
}

// Whether the whole text is one word.
bool is_one_word(icu::BreakIterator& words, const char16_t* text) {
  const icu::UnicodeString string(text);
  words.setText(string);
  words.first();
  return words.next() == string.length();
}

}  // namespace

struct Segmenter::Icu {
  Breaks words = make_breaks(icu::BreakIterator::createWordInstance);
  Breaks sentences = make_breaks(icu::BreakIterator::createSentenceInstance);
  std::string_view text;
  std::u16string units;
  icu::UnicodeString alias;  // of `units`; the iterators refer to it
  bool ascii = true;
  std::u16string word_units;  // of the stretch that is being cut
  icu::UnicodeString word_alias;
  AsciiRules ascii_rules{is_one_word(*words, u"a:b"), is_one_word(*words, u"a@b")};

  void cut(std::uint32_t begin, std::uint32_t end, std::vector<Token>& tokens);
};

Segmenter::Segmenter() : icu_(std::make_unique<Icu>()) {}

Segmenter::~Segmenter() = default;

void Segmenter::set_text(std::string_view text) {
  icu_->text = text;
  icu_->ascii = is_ascii(text);
  std::u16string& units = icu_->units;
  if (icu_->ascii) {
    units.resize(text.size());
    std::ranges::copy(text, units.begin());
  } else {
    to_units(text, units);
  }
  icu_->alias.setTo(false, units.data(), static_cast<int32_t>(units.size()));
}

// Blanks end words whatever stands beside them, so that what is between blanks is cut by itself:
// ASCII by the few rules that matter there, everything else by ICU.
void Segmenter::find_tokens(std::vector<Token>& tokens) {
  tokens.clear();
  const std::string_view text = icu_->text;
  const AsciiWords ascii(text, icu_->ascii_rules);
  const auto size = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t begin = ascii.skip_blanks(0); begin < size;) {
    const Stretch stretch = ascii.stretch_at(begin);
    if (stretch.ascii) {
      ascii.cut(begin, stretch.end, tokens);
    } else {
      icu_->cut(begin, stretch.end, tokens);
    }
    begin = ascii.skip_blanks(stretch.end);
  }
}

void Segmenter::Icu::cut(std::uint32_t begin, std::uint32_t end, std::vector<Token>& tokens) {
  to_units(text.substr(begin, end - begin), word_units);
  word_alias.setTo(false, word_units.data(), static_cast<int32_t>(word_units.size()));
  BytePositions bytes(word_units, false);
  words->setText(word_alias);
  int32_t from = words->first();
  for (int32_t to = words->next(); to != icu::BreakIterator::DONE; from = to, to = words->next()) {
    const std::u16string_view token =
        std::u16string_view(word_units)
            .substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
    if (is_blank(token.front()) || (from == 0 && is_attached(text, begin, token.front()))) continue;
    const std::uint32_t first = begin + bytes.of(static_cast<std::size_t>(from));
    tokens.push_back({first, begin + bytes.of(static_cast<std::size_t>(to)), kind_of(token)});
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
    if (byte == icu_->text.size() || !sentence_goes_on(icu_->text, byte)) ends.push_back(byte);
  }
}

}  // namespace gntp
