// Counts rules with constants and bodies of one step, `r(X, c) :- b(X, d)` and `r(X, c) :- b(X, A)`
// and their mirror images: for each constant c and each relation, what its X have in common. All of
// them are found, and only those that occur cost anything.
//
// X is neither c nor d, and A is neither X nor c, so that no body contains the fact that its head
// predicts; r(X, c) :- r(X, c) is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "mine/mine_options.h"
#include "mine/mined_rule.h"
#include "mine/segment_links.h"

namespace gntp {

// One thread's scratch.
class ConstantRules {
 public:
  // Keeps references.
  ConstantRules(const StepGraph& graph, const SegmentLinks& links, const MineOptions& options);

  // Appends the rules with this constant in the head that the options accept; known_body is left
  // for `count_known`.
  void count(EntityId constant, std::vector<MinedRule>& rules);

 private:
  void count_head(EntityId constant, const StepGraph::Segment& members);
  void append(EntityId constant, Step head, std::vector<MinedRule>& rules);
  void add(EntityId constant, Step head, Step step, EntityId body_constant, MinedCounts counts,
           std::vector<MinedRule>& rules) const;
  std::size_t body_of(EntityId constant, std::size_t segment) const;
  std::size_t open_body_of(EntityId constant, Step step) const;

  const StepGraph& graph_;
  const SegmentLinks& links_;
  const MineOptions& options_;
  std::vector<std::uint32_t> shared_;  // by segment (d, b backwards): the X of the head that it has
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> open_;  // by step: the X that have it, other than to c alone
  std::vector<Step> touched_steps_;
};

// Fills in counts.known_body of a rule with constants and one step. It takes a walk over the body,
// which is worth it only for rules that are kept.
void count_known(const StepGraph& graph, MinedRule& rule);

}  // namespace gntp
