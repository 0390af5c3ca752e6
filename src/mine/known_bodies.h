// The known body of rules with constants (RuleCounts::known_body). It takes a walk over the body,
// which is worth it only for rules that are kept.
#pragma once

#include <vector>

#include "mine/mined_rule.h"
#include "mine/step_graph.h"

namespace gntp {

// One thread's scratch.
class KnownBodies {
 public:
  explicit KnownBodies(const StepGraph& graph) : graph_(graph), seen_(graph.entities()) {}

  // Fills in counts.known_body. Requires: a rule with a constant in its head.
  void count(MinedRule& rule);

 private:
  std::size_t count_step(const MinedRule& rule) const;
  std::size_t count_path(const MinedRule& rule);

  const StepGraph& graph_;
  std::uint64_t token_ = 0;          // of the rule at hand; marks are never wiped
  std::vector<std::uint64_t> seen_;  // by entity: the token of the last body that it was part of
};

}  // namespace gntp
