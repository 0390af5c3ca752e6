// What a training will cost, found out by trying: a few batches and a few ranked triples are run
// for real and scaled up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "engine/settings.h"
#include "base/parallel.h"
#include "kb/dataset.h"

namespace gntp {

struct Estimate {
  std::size_t batches_tried = 0;
  std::size_t batches = 0;   // of an epoch
  double setup_seconds = 0;  // a random model and its index
  double epoch_seconds = 0;
  double look_seconds = 0;  // at the valid split; 0 where there is none
  double seconds = 0;       // of the whole training
  std::size_t model_bytes = 0;
  std::size_t peak_bytes = 0;  // of the process, data included
};

// Throws Interrupted if the user asked to stop, and what training itself would throw.
Estimate estimate_training(const Dataset& dataset, const Settings& settings, std::uint64_t seed,
                           ThreadPool& threads);

std::string to_text(const Estimate& estimate, const Settings& settings);
nlohmann::ordered_json to_json(const Estimate& estimate);

}  // namespace gntp
