// A model out of a data set and settings, with progress on the console.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/console.h"
#include "app/progress.h"
#include "app/settings.h"
#include "base/parallel.h"
#include "kb/dataset.h"

namespace gntp {

struct TrainedEpoch {
  EpochReport report;
  std::optional<double> valid;  // the score on the valid split, where it was looked at
};

struct Training {
  Model model;
  std::vector<TrainedEpoch> epochs;
  std::size_t kept_epoch = 0;  // the one that `model` is from
  double seconds = 0;
};

// Trains as the settings say: all epochs, or, where the valid split is looked at, up to the best
// one. Throws Interrupted if the user asked to stop.
Training train_model(const Dataset& dataset, const Settings& settings, std::uint64_t seed,
                     ThreadPool& threads, const Console& console, Progress::Style style);

}  // namespace gntp
