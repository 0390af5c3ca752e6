// Which files make a dataset folder, before any of them is read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/bad_lines.h"
#include "kb/id_maps.h"
#include "kb/reader.h"

namespace gntp {

struct SplitFile {
  std::string name;  // "valid", "test", "test-I", ...
  std::filesystem::path path;
};

struct DatasetFiles {
  std::filesystem::path folder;  // or the only file
  std::filesystem::path train;
  const IdLayout* ids = nullptr;  // where triples are numbers
  std::vector<SplitFile> splits;  // valid, test, then test-* by name; those that exist
  std::optional<std::filesystem::path> rules;
  std::optional<std::filesystem::path> candidates;
  std::optional<std::filesystem::path> mentions;
  std::optional<std::filesystem::path> mention_sources;
  std::optional<std::filesystem::path> labels;
  std::optional<std::filesystem::path> types;
};

// Of a folder, or of one file, which is `train` then; `-` is standard input. Throws Error where
// there is none, no train file (with a guess at what was meant) or two for one split.
DatasetFiles find_dataset_files(const std::filesystem::path& data);

// Reads the triples of the files, whatever they are made of.
class DatasetReader {
 public:
  // Keeps references. Throws Error where names are numbered and the numbers are wrong.
  DatasetReader(const DatasetFiles& files, const ReadingOptions& options, BadLines& bad);

  // As read_triples.
  ReadCounts read(const std::filesystem::path& file, const TripleSink& sink,
                  TripleNames names = TripleNames::kNew, const SideSinks& side = {}) const;

 private:
  const ReadingOptions& options_;
  BadLines& bad_;
  std::optional<IdMaps> ids_;
};

// Whether the file is data of the data set in its folder, or would be if it were there: train,
// valid, test, labels, aliases, types or candidates. rules.pl and mentions are not: gntp makes
// them.
bool is_data_of_folder(const std::filesystem::path& file);

}  // namespace gntp
