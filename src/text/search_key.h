// What of a name matters when somebody looks for it: letters without capitals and accents
// (folding.h), and one blank for whatever is blank, '_' or a control character, none at the ends.
#pragma once

#include <string>
#include <string_view>

namespace gntp {

// Empty where nothing is left. What is no UTF-8 is repaired first.
std::string search_key(std::string_view name);

// Whether a word of the key begins at this place: a letter or figure behind something that is
// neither. What is beyond ASCII is taken for a letter. Requires: place < key.size().
bool begins_word(std::string_view key, std::size_t place);

}  // namespace gntp
