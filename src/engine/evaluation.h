// How good a model is on a split (gntp/evaluation.h).
#pragma once

#include <gntp/evaluation.h>
#include <gntp/observer.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "kb/dataset.h"
#include "rank/calibration.h"
#include "rank/ranking.h"

namespace gntp {

// The splits that a name stands for: `test` with every test-*, `all`, or one by its own name.
// Throws UsageError for a name that the data set lacks.
std::vector<const Split*> select_splits(const LoadedDataset& dataset, std::string_view name);

// What is evaluated.
struct EvaluatedModel {
  const AnswerIndex& index;
  const Calibration* calibration = nullptr;  // null: it has no probabilities
  std::uint64_t seed = 0;                    // of its training
};

// Ranks the splits one after the other, and measures how well probabilities hold. Triples of the
// data set and facts of the model do not compete. Throws Interrupted if the observer asks to stop.
std::vector<Evaluation> evaluate(const EvaluatedModel& model, const LoadedDataset& dataset,
                                 const std::vector<const Split*>& splits, ThreadPool& threads,
                                 const Observer& observer);

// As metrics.json and --json have it.
nlohmann::ordered_json to_json(const Evaluation& evaluation);

}  // namespace gntp
