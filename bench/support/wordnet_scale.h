// What proving costs on WordNet: an epoch by how greedy the search is, finding a goal's nearest
// facts by our index and by a general-purpose one, ranking the test set, and an epoch in which
// entities learn.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prover/reasoner.h"

namespace gntp::bench {

// A data set with three templates, twenty rules each, whatever the folder's own rules are.
KnowledgeBase load_with_templates(const std::filesystem::path& folder);

// How many others are within the radius of an entity.
double mean_neighbours(const Reasoner& reasoner);

struct WordnetOptions {
  std::filesystem::path data;  // holds wn18 and wn18rr
  double epoch_seconds = 20;   // an epoch is measured for so long, then extrapolated
};

// Each as a list of measurements; every one in a process of its own.
std::vector<nlohmann::json> measure_greed(const WordnetOptions& options);
std::vector<nlohmann::json> measure_indexes(const WordnetOptions& options);
std::vector<nlohmann::json> measure_ranking(const WordnetOptions& options);
std::vector<nlohmann::json> measure_joint(const WordnetOptions& options);

// Sections of the document.
std::string greed_text(const std::vector<nlohmann::json>& cells);
std::string indexes_text(const std::vector<nlohmann::json>& kinds);
std::string ranking_text(const std::vector<nlohmann::json>& models);
std::string joint_text(const std::vector<nlohmann::json>& epochs);

}  // namespace gntp::bench
