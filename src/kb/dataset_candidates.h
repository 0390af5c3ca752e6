// candidates.txt: the only answers to questions about tails, for the relations of the splits.
#pragma once

#include "base/bad_lines.h"
#include "kb/dataset.h"

namespace gntp {

// Requires: names and splits are in order.
void read_candidates(const std::filesystem::path& file, LoadedDataset& dataset, BadLines& bad);

}  // namespace gntp
