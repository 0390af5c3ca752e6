// A run folder: the model's checkpoint, and beside it the settings, how training went, how good the
// model is and what it was made from (docs/formats.md). All but times.json is the same, byte for
// byte, for the same data, settings and seed; a manifest has the hashes of all but that.
#pragma once

#include <gntp/evaluation.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/staged_folder.h"
#include "engine/settings.h"
#include "engine/training.h"
#include "kb/dataset.h"
#include "model/checkpoint.h"

namespace gntp {

// What a model was made from.
struct Metadata {
  std::string version;
  std::uint64_t seed = 0;
  std::string preset;  // empty: none
  std::filesystem::path data;
  std::vector<SourceFile> sources;
  OnError on_error = OnError::kStop;  // how they were read
};

// How a model was made and how good it is, as the text of three files of the folder.
struct Record {
  std::string trace;    // trace.jsonl
  std::string metrics;  // metrics.json
  std::string times;    // times.json; empty: nobody knows
};
Record record_of(const Training& training, const AllOptions& settings);
// With these evaluations instead of those that it has.
Record with_evaluations(Record record, std::span<const Evaluation> evaluations);

struct Run {
  std::filesystem::path folder;
  Checkpoint checkpoint;
  AllOptions settings;
  Metadata metadata;
  Record record;
};

// A run folder in the making: it appears when it is committed, with the folders above it; whatever
// was made on the way is removed otherwise.
class RunWriter {
 public:
  // Throws Error if `target` exists already or cannot be made.
  explicit RunWriter(const std::filesystem::path& target);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;
  ~RunWriter();

  void write(const KnowledgeBase& kb, const Model& model, const AllOptions& settings,
             const Metadata& metadata, const Record& record);
  void commit();

 private:
  void remove_new_parents();

  std::filesystem::path parent_;
  std::filesystem::path first_new_parent_;  // empty: the parents were there
  std::optional<StagedFolder> staged_;
};

// Throws Error unless there is a folder that may be a run.
void require_run_folder(const std::filesystem::path& folder);

// Throws Error that says which file is at fault.
Run load_run(const std::filesystem::path& folder);

// One line if the files of `dataset` are not those that the model was trained on.
std::optional<std::string> difference(const Metadata& metadata, const LoadedDataset& dataset);

}  // namespace gntp
