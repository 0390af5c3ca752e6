// A model out of a data set and settings, with progress on the console.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/console.h"
#include "app/progress.h"
#include "engine/settings.h"
#include "base/parallel.h"
#include "kb/dataset.h"

namespace gntp {

struct TrainedEpoch {
  EpochReport report;
  std::size_t restart = 0;
  std::optional<double> valid;  // the score on the valid split, where it was looked at
};

struct Training {
  Model model;
  std::vector<TrainedEpoch> epochs;
  // On the valid split, where it was looked at: with rules' confidences as they were given or
  // counted, and of `model`.
  std::optional<double> valid_before;
  std::optional<double> valid_kept;
  std::size_t kept_restart = 0;  // the random start and the epoch that `model` is from
  std::size_t kept_epoch = 0;
  double seconds = 0;
};

// Trains as the settings say: all epochs, or, where the valid split is looked at, up to the best
// one, from as many random starts as wanted. Throws Interrupted if the user asked to stop.
Training train_model(const Dataset& dataset, const Settings& settings, std::uint64_t seed,
                     ThreadPool& threads, const Console& console, Progress::Style style);

}  // namespace gntp
