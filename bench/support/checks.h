// What is checked on a trained model: exhaustive proving finds the same proofs as the exact search,
// at what cost; and greedy search never finds a better one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/settings.h"
#include "kb/dataset.h"
#include "model/model.h"

namespace gntp::bench {

// Goals of a training batch, proved by TensorNtp: `goals`, `proved`, `disagreements` with the exact
// search over every rule, `seconds` (per goal), `paths` and `bytes` (per goal), and whether the
// bytes were `allocated` together or, being too many, counted.
nlohmann::json compare_with_ntp(const KnowledgeBase& kb, const Model& model,
                                const AllOptions& settings);

// Test triples and corruptions of them, proved by the exact search over every rule and by greedy
// ones: for each pair of `k_facts` and `k_rules`, the number of goals that exact search scores
// `lower`, `equal` (of them `unproved` by both) and `higher`.
nlohmann::json compare_greedy_with_exact(const LoadedDataset& dataset, const Model& model,
                                         const AllOptions& settings);

}  // namespace gntp::bench
