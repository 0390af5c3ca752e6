// The plural that a name's last word may have in a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// The regular English plurals of a folded word: cats, boxes, cities, heroes; none for a word of
// fewer than three letters ("I" would be found in every "is") or one that ends in no letter a-z.
std::vector<std::string> plurals(std::string_view word);

}  // namespace gntp
