// Several models on one data set: each is trained and ranked in a process of its own, with each
// seed, into a folder that a later call goes on with.
#pragma once

#include <gntp/observer.h>
#include <gntp/training.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compare/compared_models.h"

namespace gntp {

struct ComparisonPlan {
  std::filesystem::path data;
  std::filesystem::path out;
  std::vector<ComparedModel> models;
  std::uint64_t seed = 0;  // the first
  std::size_t seeds = 1;
  std::size_t threads = 0;            // 0 = one for each core
  double time_limit = kUsualSeconds;  // of each training
  std::string device = "auto";        // of each training and evaluation

  // How many threads that is.
  std::size_t thread_count() const;
};

// One model's runs.
struct ModelOutcome {
  ComparedModel model;
  std::vector<nlohmann::ordered_json> runs;  // results by seed (model_run.h); those that ended well
  std::string error;                         // of the first that did not; empty: none
};

struct Comparison {
  ComparisonPlan plan;
  std::string gpu;                   // that vectors are on, as text_of has it; empty: none
  std::vector<ModelOutcome> models;  // in the plan's order
  std::vector<std::string> splits;   // that begin with "test", as evaluated

  // The first failure, with the model's name; empty: none.
  std::string first_error() const;
};

// Runs what the folder does not have. A model that fails is reported to the observer as a warning
// and does not keep the others from being run. Throws UsageError where a model's preset is
// missing, Error where the folder holds something else, Interrupted, with how to go on, if the
// observer asks to stop.
Comparison compare_models(const ComparisonPlan& plan, const Observer& observer);

}  // namespace gntp
