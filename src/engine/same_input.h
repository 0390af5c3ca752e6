// Processes that work together must have read the same (base/communicator.h).
#pragma once

#include <string_view>

#include "kb/dataset.h"

namespace gntp {

// Throws Error in all of them where their data, or what else they were given, differ.
void require_same_input(const LoadedDataset& data, std::string_view given);

}  // namespace gntp
