// What learning will cost, from counts of the data and a fixed table, and how many epochs that
// leaves time for. No clock and no number of threads has a say: the same data, settings and limit
// give the same plan on all processors, and the same, with more for vectors, on all GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

struct WorkPlan {
  std::size_t epochs = 0;      // of training rules
  PredictorOptions predictor;  // its kind is kNone where there is no time for it
  double seconds = 0;          // about, on two cores; generous where there is little data
};

// Where vectors are trained.
enum class PlannedFor : std::uint8_t { kCpu, kGpu };

// Where the settings adapt to the data, as many of the epochs as fit into the limit with all else;
// otherwise those of the settings. No limit: kUsualSeconds.
WorkPlan plan_work(const LoadedDataset& dataset, const AllOptions& settings, PlannedFor device,
                   std::optional<double> limit);

}  // namespace gntp
