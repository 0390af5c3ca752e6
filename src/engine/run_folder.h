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
#include "engine/learning.h"
#include "engine/settings.h"
#include "kb/dataset.h"
#include "model/checkpoint.h"
#include "rank/calibration.h"

namespace gntp {

// What became of a model's facts after its training.
struct FactHistory {
  std::size_t added = 0;     // facts, over all changes
  std::size_t removed = 0;   // likewise
  std::size_t entities = 0;  // that training did not know and the facts have: the last ones
  // Others whose vectors were made from facts that came later, as training showed none; sorted.
  std::vector<EntityId> fitted = {};

  bool is_empty() const { return added == 0 && removed == 0; }
};

// What a model was made from.
struct Metadata {
  std::string version;
  std::uint64_t seed = 0;
  std::string preset;  // empty: none
  // Those that were taken, where a limit ended the training before the last.
  std::optional<std::size_t> steps;
  // That vectors were trained on (text_of in device_choice.h); empty: the processor, or there are
  // none.
  std::string device = {};
  std::filesystem::path data;
  std::vector<SourceFile> sources;
  OnError on_error = OnError::kStop;  // how they were read
  ReadingOptions reading;
  // What keeps the vectors of entities short that come later; nothing where there are no vectors
  // (new_vector_penalty.h).
  std::optional<double> new_vector_penalty = {};
  FactHistory changes = {};
};

// Where a data set is, whatever the working folder; `-` for standard input, kInMemory for none.
std::filesystem::path place_of(const LoadedDataset& dataset);

// How a model was made and how good it is, as the text of three files of the folder.
struct Record {
  std::string trace;    // trace.jsonl
  std::string metrics;  // metrics.json
  std::string times;    // times.json; empty: nobody knows
};
Record record_of(const Learned& learned, const AllOptions& settings);
// With these evaluations instead of those that it has.
Record with_evaluations(Record record, std::span<const Evaluation> evaluations);

struct Run {
  std::filesystem::path folder;
  Checkpoint checkpoint;
  AllOptions settings;
  Metadata metadata;
  Record record;
  Calibration calibration;  // not fitted where the folder has none
};

// Writes the files of a run into an existing folder, the manifest last: a folder without it is not
// complete.
void write_run(const std::filesystem::path& folder, const KnowledgeBase& kb, const Model& model,
               const AllOptions& settings, const Metadata& metadata, const Record& record,
               const Calibration& calibration = {});

// Throws Error unless there is a folder that may be a run.
void require_run_folder(const std::filesystem::path& folder);

// `store` is where the store of the run is now, if it has one and that has moved. Throws Error that
// says which file is at fault.
Run load_run(const std::filesystem::path& folder, const std::filesystem::path& store = {});

// Whether `data` is the store that a run is on, wherever it was then.
bool is_store_of(const std::filesystem::path& folder, const std::filesystem::path& data);

// One line if the files of `dataset` are not those that the model was trained on.
std::optional<std::string> difference(const Metadata& metadata, const LoadedDataset& dataset);

}  // namespace gntp
