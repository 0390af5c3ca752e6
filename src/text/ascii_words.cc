#include "text/ascii_words.h"

#include <array>

namespace gntp {
namespace {

// kMiddle joins letters and joins digits, kLetterMiddle letters only, kDigitMiddle digits only.
enum class Class : std::uint8_t {
  kBlank,
  kLetter,
  kDigit,
  kUnderscore,
  kMiddle,
  kLetterMiddle,
  kDigitMiddle,
  kAt,
  kMark,
  kBeyond  // not ASCII
};

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    classes[c] = c >= 0x80 ? Class::kBeyond : c <= ' ' || c == 0x7F ? Class::kBlank : Class::kMark;
  }
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = Class::kLetter;
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = Class::kDigit;
  classes['_'] = Class::kUnderscore;
  classes['.'] = classes['\''] = Class::kMiddle;
  classes[','] = classes[';'] = Class::kDigitMiddle;
  classes['@'] = Class::kAt;
  classes[':'] = Class::kLetterMiddle;
  return classes;
}

constexpr std::array<Class, 256> kClasses = make_classes();

Class class_of(char c) {
  return kClasses[static_cast<unsigned char>(c)];
}

bool is_inside_words(Class c) {
  return c == Class::kLetter || c == Class::kDigit || c == Class::kUnderscore;
}

}  // namespace

std::uint32_t AsciiWords::skip_blanks(std::uint32_t position) const {
  while (position < text_.size() && class_of(text_[position]) == Class::kBlank) ++position;
  return position;
}

Stretch AsciiWords::stretch_at(std::uint32_t begin) const {
  Stretch stretch{begin, true};
  for (std::uint32_t at = begin; at < text_.size();) {
    bool ascii = true;
    for (; at < text_.size() && class_of(text_[at]) != Class::kBlank; ++at) {
      ascii = ascii && class_of(text_[at]) != Class::kBeyond;
    }
    // The first run decides what kind of stretch it is; further runs that are not ASCII join it.
    if (stretch.end != begin && ascii) break;
    stretch = {at, ascii};
    if (ascii) break;
    at = skip_blanks(at);
  }
  return stretch;
}

void AsciiWords::cut(std::uint32_t begin, std::uint32_t end, std::vector<Token>& tokens) const {
  while (begin < end) {
    const std::uint32_t next = word_end(begin, end);
    tokens.push_back({begin, next, kind(begin, next)});
    begin = next;
  }
}

std::uint32_t AsciiWords::word_end(std::uint32_t begin, std::uint32_t end) const {
  const auto class_at = [this](std::uint32_t position) {
    const Class here = class_of(text_[position]);
    return here == Class::kAt && rules_.at_is_letter ? Class::kLetter : here;
  };
  Class last = class_at(begin);
  if (!is_inside_words(last)) return begin + 1;
  for (std::uint32_t at = begin + 1; at < end; ++at) {
    const Class here = class_at(at);
    if (is_inside_words(here)) {
      last = here;
      continue;
    }
    const bool joins_letters =
        here == Class::kMiddle || (here == Class::kLetterMiddle && rules_.colon_joins_letters);
    const bool joins_digits = here == Class::kMiddle || here == Class::kDigitMiddle;
    const bool same = at + 1 < end && class_at(at + 1) == last;
    if (!same ||
        !(last == Class::kLetter ? joins_letters : last == Class::kDigit && joins_digits)) {
      return at;
    }
  }
  return end;
}

Token::Kind AsciiWords::kind(std::uint32_t begin, std::uint32_t end) const {
  for (; begin < end; ++begin) {
    if (class_of(text_[begin]) == Class::kLetter) return Token::Kind::kWord;
    if (class_of(text_[begin]) == Class::kDigit) return Token::Kind::kNumber;
  }
  return Token::Kind::kPunctuation;
}

}  // namespace gntp
