#include "kb/dataset_files.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <system_error>

#include "base/compression.h"
#include "base/error.h"
#include "base/folder.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFurtherSplits = "test-";

// What people call the splits; the first name is ours.
using SplitNames = std::array<std::string_view, 4>;
constexpr SplitNames kTrain{"train", "training"};
constexpr SplitNames kValid{"valid", "validation", "val", "dev"};
constexpr SplitNames kTest{"test", "testing"};

bool is_one_of(const SplitNames& names, std::string_view stem) {
  return !stem.empty() && std::ranges::find(names, stem) != names.end();
}

// What is in a folder, by name.
std::set<fs::path> entries(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) {
    fail("{}: no such file or folder; give a file of triples, or a folder with a train file",
         folder.string());
  }
  std::set<fs::path> paths;
  for (const std::string& name : names_in(folder)) paths.insert(folder / name);
  return paths;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// False where nobody may look.
bool has_train_file(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return false;
  std::vector<std::string> names;
  try {
    names = names_in(folder);
  } catch (const Error&) {
    return false;
  }
  return std::ranges::any_of(names, [](const std::string& name) {
    const std::optional<std::string> stem = triple_stem(name);
    return stem && is_one_of(kTrain, *stem);
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

std::optional<fs::path> find_split(const fs::path& folder, const SplitNames& names,
                                   const IdLayout* ids) {
  std::optional<fs::path> found;
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    const std::optional<fs::path> file =
        ids == nullptr ? find_triples(folder, name) : find_id_triples(folder, *ids, name);
    if (found && file) {
      fail("{}: both {} and {} are there, two names for one split; keep one", folder.string(),
           found->filename().string(), file->filename().string());
    }
    if (file) found = file;
  }
  return found;
}

fs::path find_train(const fs::path& folder, const std::set<fs::path>& paths, const IdLayout*& ids) {
  if (std::optional<fs::path> train = find_split(folder, kTrain, nullptr)) return *train;
  ids = find_id_layout(folder);
  if (ids != nullptr) {
    if (std::optional<fs::path> train = find_split(folder, kTrain, ids)) return *train;
  }
  fail("{}: no train file (train with one of {}, each also {}){}", folder.string(),
       join(triple_extensions(), ", "), fmt::join(packed_extensions(), ", "), guess(paths));
}

std::optional<fs::path> find_file(const fs::path& folder, std::string_view name) {
  fs::path path = folder / name;
  if (!is_there(path)) return std::nullopt;
  return path;
}

}  // namespace

DatasetFiles find_dataset_files(const fs::path& data) {
  DatasetFiles files;
  files.folder = data;
  std::error_code ignored;
  const bool is_file = fs::exists(data, ignored) && !fs::is_directory(data, ignored);
  if (data == "-" || is_file) {
    files.train = data;
    return files;
  }
  const fs::path& folder = data;
  const std::set<fs::path> paths = entries(folder);
  files.train = find_train(folder, paths, files.ids);
  const IdLayout* ids = files.ids;
  if (auto valid = find_split(folder, kValid, ids)) files.splits.push_back({"valid", *valid});
  if (auto test = find_split(folder, kTest, ids)) files.splits.push_back({"test", *test});
  std::set<std::string> tests;
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
  files.labels = find_packed(folder, "labels.tsv");
  files.types = find_packed(folder, "types.tsv");
  return files;
}

DatasetReader::DatasetReader(const DatasetFiles& files, const ReadingOptions& options,
                             BadLines& bad)
    : options_(options), bad_(bad) {
  if (files.ids == nullptr) return;
  if (options != ReadingOptions()) {
    throw UsageError(fmt::format(
        "{}: triples are numbers, as {} says; options for other formats have no use there",
        files.folder.string(), files.ids->entities));
  }
  ids_.emplace(files.folder, *files.ids);
}

ReadCounts DatasetReader::read(const fs::path& file, const TripleSink& sink, TripleNames names,
                               const SideSinks& side) const {
  if (!ids_) return read_triples(file, options_, sink, bad_, names, side);
  ids_->read(file, sink, bad_);
  return {};
}

bool is_data_of_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!has_train_file(folder)) return false;
  const fs::path unpacked = unpacked_name(file);
  for (const char* name : {"labels.tsv", "aliases.tsv", "types.tsv", "candidates.txt"}) {
    if (unpacked == name) return true;
  }
  const std::optional<std::string> stem = triple_stem(file);
  return stem && (is_one_of(kTrain, *stem) || is_one_of(kValid, *stem) || is_one_of(kTest, *stem) ||
                  stem->starts_with(kFurtherSplits));
}

}  // namespace gntp
