// A model out of a data set and settings, with progress on the console.
#pragma once

#include <cstdint>
#include <vector>

#include "app/console.h"
#include "app/progress.h"
#include "app/settings.h"
#include "base/parallel.h"
#include "kb/dataset.h"

namespace gntp {

struct Training {
  Model model;
  std::vector<EpochReport> epochs;
  double seconds = 0;
};

// Throws Interrupted if the user asked to stop.
Training train_model(const KnowledgeBase& kb, const Settings& settings, std::uint64_t seed,
                     ThreadPool& threads, const Console& console, Progress::Style style);

}  // namespace gntp
