// What a training will cost, found out by trying: a few batches and a few ranked triples are run
// for real and scaled up. It takes seconds, however long the training would: what does not end is
// ended, and the estimate is a lower bound then.
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

// Nested rules can make a search endless: tries that for a few seconds, and warns.
void warn_if_hopeless(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                      ThreadPool& threads, const Observer& observer);

}  // namespace gntp
