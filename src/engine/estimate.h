// What a training will cost, found out by trying: a few batches and a few ranked triples are run
// for real and scaled up.
#pragma once

#include <gntp/observer.h>
#include <gntp/training.h>

#include <cstdint>

#include "base/parallel.h"
#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

// Throws Interrupted if the observer asks to stop, and what training itself would throw.
TrainingEstimate estimate_training(const LoadedDataset& dataset, const AllOptions& settings,
                                   std::uint64_t seed, ThreadPool& threads,
                                   const Observer& observer);

}  // namespace gntp
