// Finds rules in the facts of a knowledge base, the most confident first. Short bodies come before
// long ones, so that a time limit costs the long ones; what is counted is counted exactly, or says
// for which share of the entities (MinedCounts::share).
//
// Without a time limit the rules depend on the facts and the options alone, never on the number of
// threads.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "kb/knowledge_base.h"
#include "mine/mine_options.h"
#include "mine/mined_rule.h"

namespace gntp {

struct MineProgress {
  double done = 0;         // of the work known so far, from 0 to 1
  std::size_t length = 0;  // atoms of the bodies at hand
  std::size_t rules = 0;   // accepted so far
};

struct Mining {
  std::vector<MinedRule> rules;  // the most confident first
  std::size_t accepted = 0;      // rules above the thresholds, of which the best were kept
  std::size_t partly = 0;        // kept rules that were counted on a share of the entities
  std::size_t sampled_from = 0;  // from bodies of this length on, bodies were sampled; 0 = none
  bool complete = true;          // false where time was up
  double seconds = 0;
};

// What a mining with these options may keep, and what that takes. Without a quota nothing bounds
// it.
struct MiningBound {
  std::optional<std::size_t> rules;
  std::size_t bytes_per_rule;  // while mining; the rules of a model take about half of it
};
MiningBound bound_of(const MineOptions& options);

// `progress` is called by the calling thread now and then and may throw to stop.
Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  const std::function<void(const MineProgress&)>& progress = {});

}  // namespace gntp
