// Names from outside where they must not do anything: in pictures, pages and drawings a name is
// letters to read, never a line end, a control character, or a mark that turns what follows round.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gntp {

// Whether line ends and tabs stay as they are.
enum class LineEnds : std::uint8_t { kShown, kKept };

// The text as well-formed UTF-8 that HTML and XML can hold: a picture (␊) for each control
// character, [U+202E] for each character that steers the direction or the lines of text, and U+FFFD
// for what is no character. All else stays.
std::string visible(std::string_view text, LineEnds line_ends = LineEnds::kShown);

}  // namespace gntp
