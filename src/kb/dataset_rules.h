// The rules of a data set: reads their files and takes what the data set has names for.
#pragma once

#include "base/bad_lines.h"
#include "kb/dataset.h"

namespace gntp {

// Requires: names are in order. What is passed over is counted in a warning.
void read_rule_files(const std::vector<std::filesystem::path>& paths, const RuleSources& sources,
                     LoadedDataset& dataset, BadLines& bad);

}  // namespace gntp
