// What a sweep found, as a table, as JSON and as a file of the best settings.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/sweep.h"

namespace gntp {

std::string to_table(const std::vector<TrialSummary>& trials, const SweepPlan& plan);
nlohmann::ordered_json to_json(const std::vector<TrialSummary>& trials, const SweepPlan& plan);

// How a trial came about, for the comment of its file.
struct TrialOrigin {
  std::vector<std::string> data;  // folders
  std::size_t seeds = 1;
  std::size_t trials = 1;            // that it was compared with, itself included
  std::vector<std::string> options;  // that 'gntp train' needs besides, as "--rules my.pl"
};

// A file that 'gntp train --config' reads: the settings below a comment that says how good they
// are. All in the comment is on its own line, whatever names look like.
std::string best_file_text(const TrialSummary& best, const TrialOrigin& origin,
                           const std::string& settings);

}  // namespace gntp
