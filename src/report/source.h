// What a report is made from: a model, its run folder, and the data set that goes with it, as far
// as that is still there.
#pragma once

#include <gntp/dataset.h>
#include <gntp/engine.h>
#include <gntp/observer.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kb/dataset.h"

namespace gntp {

struct ReportOptions {
  std::filesystem::path data = {};    // another data set; empty: that of the training
  OnError on_error = OnError::kStop;  // what becomes of its bad lines
};

struct ReportSource {
  const Engine& engine;
  std::filesystem::path run;
  enum class Data : std::uint8_t { kOfTraining, kOther };
  Data kind = Data::kOfTraining;
  std::filesystem::path data;
  OnError on_error = OnError::kStop;
  std::string absence;  // why the data set cannot be shown; empty: it can
  // The data set in the model's ids. Nothing where it is absent.
  std::optional<LoadedDataset> loaded;
  // Of the data set or, where it is absent, of the facts that the model has.
  DatasetStatistics statistics;
  std::vector<std::string> remarks;  // what may not be as intended
};

// Reads the data set. That of the training may be gone, which is said; another one that cannot be
// read is an Error. Keeps a reference to the engine.
ReportSource open_source(const Engine& engine, const std::filesystem::path& run,
                         const ReportOptions& options, const Observer& observer);

}  // namespace gntp
