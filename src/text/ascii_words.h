// Unicode's word boundaries (UAX 29) where they are simple: in ASCII. A table of classes and four
// rules do what ICU's tables do, several times as fast; tests compare the two.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/segmenter.h"

namespace gntp {

// What stands between blanks: a run of ASCII, or several runs that are not, with their blanks.
struct Stretch {
  std::uint32_t end;
  bool ascii;
};

// What differs between versions of ICU.
struct AsciiRules {
  bool colon_joins_letters = false;
  bool at_is_letter = false;  // '@'
};

class AsciiWords {
 public:
  AsciiWords(std::string_view text, const AsciiRules& rules) : text_(text), rules_(rules) {}

  // The first position from `position` on that is no ASCII blank or control character.
  std::uint32_t skip_blanks(std::uint32_t position) const;
  // Requires: `begin` is no blank.
  Stretch stretch_at(std::uint32_t begin) const;
  // Appends the tokens of an ASCII stretch.
  void cut(std::uint32_t begin, std::uint32_t end, std::vector<Token>& tokens) const;

 private:
  std::uint32_t word_end(std::uint32_t begin, std::uint32_t end) const;
  Token::Kind kind(std::uint32_t begin, std::uint32_t end) const;

  std::string_view text_;
  AsciiRules rules_;
};

}  // namespace gntp
