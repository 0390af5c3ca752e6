// How much rules, the link predictor and the prior weigh, by relation and side.
#pragma once

#include <gntp/observer.h>

#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

// What was chosen, as mean reciprocal ranks of the valid triples that chose.
struct MixtureChoice {
  double rules = 0;      // alone
  double predictor = 0;  // alone
  double both = 0;
};

// Gives the model the predictor and the weights that rank the valid triples best; nothing where
// there are too few to choose by, and the weights are the usual ones. Throws Interrupted if the
// observer asks to stop.
std::optional<MixtureChoice> choose_mixture(const LoadedDataset& dataset,
                                            const AllOptions& settings, Predictor predictor,
                                            std::uint64_t seed, Model& model, ThreadPool& threads,
                                            const Observer& observer);

}  // namespace gntp
