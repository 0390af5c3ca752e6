// What is checked on a trained model besides what compare/ntp_check.h does: greedy search never
// finds a better proof than the exact one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/settings.h"
#include "kb/dataset.h"
#include "model/model.h"

namespace gntp::bench {

// Test triples and corruptions of them, proved by the exact search over every rule and by greedy
// ones: for each pair of `k_facts` and `k_rules`, the number of goals that exact search scores
// `lower`, `equal` (of them `unproved` by both) and `higher`.
nlohmann::json compare_greedy_with_exact(const LoadedDataset& dataset, const Model& model,
                                         const AllOptions& settings);

}  // namespace gntp::bench
