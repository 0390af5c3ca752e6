// What a reader of a file of triples may not expect: what was passed over there, one line each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kb/reader.h"

namespace gntp {

std::vector<std::string> remarks_on(const ReadCounts& counts, const std::filesystem::path& file);

}  // namespace gntp
