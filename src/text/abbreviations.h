// Full stops that end no sentence: titles (Dr. Smith), initials (J. Smith), shortened words (e.g.
// vs. Fig. 3) and dotted acronyms (the U.S. Army).
#pragma once

#include <cstddef>
#include <string_view>

namespace gntp {

// Whether what looks like the end of a sentence at `position` follows an abbreviation instead. Not
// so where a line ends in between. After a dotted acronym, a word that opens sentences (The, It,
// ...) decides for the end. Requires: position <= text.size().
bool is_after_abbreviation(std::string_view text, std::size_t position);

}  // namespace gntp
