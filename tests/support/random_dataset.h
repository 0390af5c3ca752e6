// Random data sets with all that a folder can have: splits, labels, types, mentions with their
// sentences, candidates, weights and rules.
#pragma once

#include <cstdint>
#include <filesystem>

#include "support/temp_folder.h"

namespace gntp::testing {

// Writes it to data/ and returns where that is. The seed decides what the folder has.
std::filesystem::path write_random_dataset(const TempFolder& folder, std::uint64_t seed);

}  // namespace gntp::testing
