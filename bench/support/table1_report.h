// The comparison as documents: the table, the figure's numbers, and the learned rules.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compare/quantities.h"
#include "support/cell.h"

namespace gntp::bench {

// One prover on one data set, over the seeds.
struct SystemResult {
  Spread accuracy;
  double seconds = 0;           // training and ranking, mean
  double goals = 0;             // of one training, mean
  double goals_per_second = 0;  // of all trainings together
  double memory = 0;            // bytes, the highest
};
SystemResult summarise(const std::vector<nlohmann::json>& results);

// A row of the table: a data set with one kind of rule predicates.
struct Comparison {
  const PaperRow* row;
  RulePredicates predicates;
  SystemResult ntp;  // only its accuracy and goals are its own: see `exhaustive`
  SystemResult greedy;
  SystemResult exact;
  nlohmann::json exhaustive;            // of check_ntp
  nlohmann::json greedy_against_exact;  // of compare_greedy_with_exact
  nlohmann::json first;                 // the exact search's result with the first seed

  double ntp_goals_per_second() const;
  double speed_up(const SystemResult& system) const;
  double memory_ratio(const SystemResult& system) const;
};

struct Protocol {
  std::size_t seeds;
  Greed greed;
};

std::string table_text(const std::vector<Comparison>& comparisons, const Protocol& protocol);
// What bench/figures.py draws, as CSV.
std::string figure_data(const std::vector<Comparison>& comparisons);
std::string rules_text(const std::vector<Comparison>& comparisons);

}  // namespace gntp::bench
