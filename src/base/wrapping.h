// Text in lines of a given width, for pictures: columns as a terminal counts them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

struct Wrapped {
  std::vector<std::string> lines;  // at least one
  bool shortened = false;          // then the last line ends in "…"
};

// Breaks between the atoms of a rule where it can, else behind blanks and punctuation, else between
// characters. Requires: at least
// four columns and one line.
Wrapped wrap(std::string_view text, std::size_t columns, std::size_t most_lines);

}  // namespace gntp
