// Manual pages, in the language of roff's man macros.
#pragma once

#include <span>
#include <string>

#include "app/verb_help.h"

namespace gntp {

// gntp(1): what the program is, and its verbs.
std::string manual_page(std::span<const VerbHelp> verbs);

// gntp-VERB(1).
std::string manual_page(const VerbHelp& verb);

}  // namespace gntp
