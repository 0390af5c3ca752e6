// How words are compared: Unicode's case folding with compatibility normalisation (NFKC_Casefold),
// and one apostrophe and one hyphen for the several there are.
#pragma once

#include <string>
#include <string_view>

namespace gntp {

// Replaces `folded`. Requires: `text` is UTF-8.
void fold(std::string_view text, std::string& folded);

// Makes malformed UTF-8 well-formed: each malformed piece becomes U+FFFD. Returns how many.
std::size_t repair_utf8(std::string& text);

}  // namespace gntp
