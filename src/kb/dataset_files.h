// Which files make a dataset folder, before any of them is read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct SplitFile {
  std::string name;  // "valid", "test", "test-I", ...
  std::filesystem::path path;
};

struct DatasetFiles {
  std::filesystem::path train;
  std::vector<SplitFile> splits;  // valid, test, then test-* by name; those that exist
  std::optional<std::filesystem::path> rules;
  std::optional<std::filesystem::path> candidates;
  std::optional<std::filesystem::path> mentions;
  std::optional<std::filesystem::path> mention_sources;
  std::optional<std::filesystem::path> labels;
  std::optional<std::filesystem::path> types;
};

// Throws Error where there is no folder, no train file (with a guess at what was meant) or two for
// one split.
DatasetFiles find_dataset_files(const std::filesystem::path& folder);

// Whether the file is data of the data set in its folder, or would be if it were there: train,
// valid, test, labels, aliases, types or candidates. rules.pl and mentions are not: gntp makes
// them.
bool is_data_of_folder(const std::filesystem::path& file);

}  // namespace gntp
