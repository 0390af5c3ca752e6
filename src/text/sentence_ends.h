// Ends of sentences that are none. ICU ends one after titles (Dr. Smith), initials (J. Smith),
// shortened words (vs. Fig. 3), dotted acronyms (the U.S. Army) and quoted exclamations ("Wait!" he
// said).
#pragma once

#include <cstddef>
#include <string_view>

namespace gntp {

// Whether the sentence goes on behind what looks like its end at `position`. Not so where a line
// ends there. After a dotted acronym, a word that opens sentences (The, It, ...) decides for the
// end. Requires: position <= text.size().
bool sentence_goes_on(std::string_view text, std::size_t position);

}  // namespace gntp
