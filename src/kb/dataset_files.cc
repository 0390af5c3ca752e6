#include "kb/dataset_files.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>

#include "base/compression.h"
#include "base/error.h"
#include "base/folder.h"
#include "base/text.h"
#include "kb/reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFurtherSplits = "test-";

// What is in a folder, by name.
std::set<fs::path> entries(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) {
    fail("{}: no such folder; give the one that holds the dataset's train file", folder.string());
  }
  if (!fs::is_directory(status)) {
    fail("{}: is a file; give the folder that holds the dataset's train file", folder.string());
  }
  std::set<fs::path> paths;
  for (const std::string& name : names_in(folder)) paths.insert(folder / name);
  return paths;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool has_train_file(const fs::path& folder) {
  const std::vector<std::string> extensions = triple_extensions();
  return std::any_of(extensions.begin(), extensions.end(), [&](const std::string& extension) {
    const std::string name = "train" + extension;
    return is_there(folder / name) ||
           std::ranges::any_of(packed_extensions(), [&](std::string_view packing) {
             return is_there(folder / fmt::format("{}{}", name, packing));
           });
  });
}

bool is_training_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
  });
  return name.find("train") != std::string::npos;
}

// What may have been meant by a folder without a train file; empty where there is nothing to go by.
std::string guess(const std::set<fs::path>& paths) {
  std::vector<std::string> folders;
  std::vector<std::string> files;
  for (const fs::path& path : paths) {
    std::error_code ignored;
    const std::string name = path.filename().string();
    if (fs::is_directory(path, ignored)) {
      if (has_train_file(path)) folders.push_back(name);
    } else if (is_training_name(name)) {
      files.push_back(name);
    }
  }
  if (folders.size() == 1) return fmt::format("; give the folder {} in it", folders[0]);
  if (!folders.empty()) return fmt::format("; choose one of {}", join(folders, ", "));
  if (files.empty()) return "";
  return fmt::format("; if {} is it, {} train.tsv", files[0],
                     triple_stem(files[0]) ? "rename it, e.g. to" : "write it tab-separated as");
}

fs::path find_train(const fs::path& folder, const std::set<fs::path>& paths) {
  if (std::optional<fs::path> train = find_triples(folder, "train")) return *train;
  fail("{}: no train file (train with one of {}, each also {}){}", folder.string(),
       join(triple_extensions(), ", "), fmt::join(packed_extensions(), ", "), guess(paths));
}

std::optional<fs::path> find_valid(const fs::path& folder) {
  std::optional<fs::path> valid = find_triples(folder, "valid");
  std::optional<fs::path> dev = find_triples(folder, "dev");
  if (valid && dev) {
    fail("{}: both {} and {} are there, two names for one split; keep one", folder.string(),
         valid->filename().string(), dev->filename().string());
  }
  return valid ? valid : dev;
}

std::optional<fs::path> find_file(const fs::path& folder, std::string_view name) {
  fs::path path = folder / name;
  if (!is_there(path)) return std::nullopt;
  return path;
}

}  // namespace

DatasetFiles find_dataset_files(const fs::path& folder) {
  const std::set<fs::path> paths = entries(folder);
  DatasetFiles files;
  files.train = find_train(folder, paths);
  if (auto valid = find_valid(folder)) files.splits.push_back({"valid", *valid});
  std::set<std::string> tests = {"test"};
  for (const fs::path& path : paths) {
    const std::optional<std::string> stem = triple_stem(path);
    if (stem && stem->starts_with(kFurtherSplits)) tests.insert(*stem);
  }
  for (const std::string& name : tests) {
    if (auto test = find_triples(folder, name)) files.splits.push_back({name, *test});
  }
  files.rules = find_file(folder, "rules.pl");
  files.candidates = find_file(folder, "candidates.txt");
  files.mentions = find_packed(folder, "mentions.tsv");
  files.mention_sources = find_packed(folder, "mentions.sources.tsv");
  if (is_there(folder / "types.tsv")) files.unused.emplace_back("types.tsv");
  return files;
}

bool is_data_of_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!has_train_file(folder)) return false;
  const fs::path unpacked = unpacked_name(file);
  for (const char* name : {"labels.tsv", "aliases.tsv", "types.tsv", "candidates.txt"}) {
    if (unpacked == name) return true;
  }
  const std::optional<std::string> stem = triple_stem(file);
  return stem && (stem == "train" || stem == "valid" || stem == "dev" || stem == "test" ||
                  stem->starts_with(kFurtherSplits));
}

}  // namespace gntp
