// The rules of a data set: reads their files and takes what the data set has names for.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "kb/dataset.h"

namespace gntp {

// Requires: names are in order. What is passed over is counted in a warning.
void read_rule_files(const std::vector<std::filesystem::path>& paths, const RuleSources& sources,
                     LoadedDataset& dataset, BadLines& bad);
// The same for the text of a file that a store holds, which is no source of its own.
void read_rule_text(const std::filesystem::path& path, std::string_view text,
                    const RuleSources& sources, LoadedDataset& dataset, BadLines& bad);

}  // namespace gntp
