// What to do about a line of a table of triples that does not have three fields: what people's
// files are instead, told from the line alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace gntp {

// One sentence. `number` is the line's, from 1. Requires: not blank, not three fields.
std::string_view advice_for(std::string_view line, std::size_t number);

}  // namespace gntp
