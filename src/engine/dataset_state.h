// What is behind the public Dataset.
#pragma once

#include <gntp/dataset.h>

#include <memory>

#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

struct Dataset::State {
  std::shared_ptr<const LoadedDataset> data;
  std::shared_ptr<const DatasetContents> contents;  // where it is in memory
  DatasetOptions given;
  std::vector<std::filesystem::path> rules;  // the rule files that were read; none: the folder's
  Mentions mentions = Mentions::kEncode;     // as which they were read
};

// The data for a training with these settings: what was read, or the folder again, if it was read
// for other settings. Throws Error with file:line.
std::shared_ptr<const LoadedDataset> data_for(const Dataset& dataset, const Settings& settings);

// Counts what a data set holds.
DatasetStatistics statistics_of(const LoadedDataset& dataset);

}  // namespace gntp
