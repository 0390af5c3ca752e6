// One cell of the comparison: a data set trained and ranked by one of the provers, and what is
// checked on the model that comes out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "model/model.h"
#include "support/paper_table.h"

namespace gntp::bench {

enum class System {
  kNtp,     // every fact and every rule: what exhaustive proving would learn, by exact search
  kGreedy,  // the paper's: the k nearest facts and rules
  kExact,   // the preset's settings, every fact
};
std::string_view name_of(System system);

struct Greed {
  std::size_t k_facts = 5;
  std::size_t k_rules = 5;
};

struct Cell {
  const PaperRow* row;
  RulePredicates predicates;
  System system;
  std::uint64_t seed;
  enum class Checks { kNone, kAll } checks = Checks::kNone;

  std::string name() const;
};

// Whether the preset leaves rules out, so that kNtp and kExact are different searches.
bool limits_rules(const PaperRow& row, const std::filesystem::path& data);

// Trains and ranks on one thread. The object holds `accuracy` (percent or MRR), `hits` (at 1, 3,
// 10), `train_seconds`, `rank_seconds`, `goals` and `goal_seconds` (training without the looks at
// the valid split), `memory` (bytes), `rules`, and of the test triples those `proved` and
// `proved_by_rule`; with checks also `ntp` and
// `greedy_against_exact`.
nlohmann::json measure(const Cell& cell, const std::filesystem::path& data, const Greed& greed);

}  // namespace gntp::bench
