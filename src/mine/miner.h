// Finds rules in the facts of a knowledge base, the most confident first; what is counted is
// counted exactly, or says for which share of the entities (MinedCounts::share).
//
// The work is a fixed sequence of steps, short bodies before long ones. It can end after any step,
// and go on from there later. What is found depends on the facts, the options and the number of
// steps alone, never on the number of threads.
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

// What has been found after some steps.
struct MiningState {
  std::size_t steps = 0;
  std::size_t accepted = 0;      // rules above the thresholds
  std::vector<MinedRule> rules;  // the best of them, in no order

  // All of it (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(steps);
    archive(accepted);
    archive(rules);
  }
};

struct Mining {
  std::vector<MinedRule> rules;  // the most confident first
  std::size_t accepted = 0;      // rules above the thresholds, of which the best were kept
  std::size_t partly = 0;        // kept rules that were counted on a share of the entities
  std::size_t sampled_from = 0;  // from bodies of this length on, bodies were sampled; 0 = none
  std::size_t steps = 0;         // that were taken
  bool complete = true;          // false where it was ended before the last step
  double seconds = 0;

  // All of it (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(rules);
    archive(accepted);
    archive(partly);
    archive(sampled_from);
    archive(steps);
    archive(complete);
    archive(seconds);
  }
};

// What a mining with these options may keep, and what that takes. Without a quota nothing bounds
// it.
struct MiningBound {
  std::optional<std::size_t> rules;
  std::size_t bytes_per_rule;  // while mining; the rules of a model take about half of it
};
MiningBound bound_of(const MineOptions& options);

// The steps of a complete mining.
std::size_t mining_steps(const MineOptions& options);

// Where a mining begins and how it is watched, by the calling thread. All parts are optional.
struct MiningSteps {
  MiningState start;                // of an earlier mining that was ended
  std::function<bool()> may_go_on;  // asked before each step
  std::function<void(MiningState&)> after_step;
  std::function<void(MiningState&)> when_stopped;     // after the last whole step
  std::function<void(const MineProgress&)> progress;  // now and then; may throw to stop
};

Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  MiningSteps steps = {});

}  // namespace gntp
