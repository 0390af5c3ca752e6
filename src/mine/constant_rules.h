// Counts rules with constants and bodies of one step, `r(X, c) :- b(X, d)` and `r(X, c) :- b(X, A)`
// and their mirror images: for each constant c and each relation, what its X have in common. All of
// them are found, and only those that occur cost anything.
//
// X is neither c nor d, and A is neither X nor c, so that no body contains the fact that its head
// predicts; r(X, c) :- r(X, c) is left out, and facts p(a, a) play no part.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mine/loopless_starts.h"
#include "mine/mine_options.h"
#include "mine/mined_rule.h"
#include "mine/segment_links.h"

namespace gntp {

// One thread's scratch.
class ConstantRules {
 public:
  // Keeps references.
  ConstantRules(const StepGraph& graph, const LooplessStarts& starts, const SegmentLinks& links,
                const MineOptions& options);

  // Appends the rules with this constant in the head that the options accept, as far as some fact
  // needs them (fact_rules.h); known_body is left for `count_known`. Returns how many it accepts.
  std::size_t count(EntityId constant, std::vector<MinedRule>& rules);

 private:
  void count_head(EntityId constant, const StepGraph::Segment& members);
  void list(EntityId constant, Step head);
  void add(EntityId constant, Step head, Step step, EntityId body_constant, MinedCounts counts);
  void append_needed(EntityId constant, const StepGraph::Segment& members,
                     std::vector<MinedRule>& rules);
  bool predicts(const MinedRule& rule, EntityId member) const;
  std::size_t body_of(EntityId constant, std::size_t segment) const;
  std::size_t open_body_of(EntityId constant, Step step) const;

  const StepGraph& graph_;
  const LooplessStarts& starts_;
  const SegmentLinks& links_;
  const MineOptions& options_;
  std::vector<std::uint32_t> shared_;  // by segment (d, b backwards): the X of the head that it has
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> open_;  // by step: the X that have it, other than to c alone
  std::vector<Step> touched_steps_;
  std::vector<MinedRule> accepted_;                            // of the head at hand
  std::vector<std::pair<EntityId, std::size_t>> unsatisfied_;  // its X that need rules, how many
};

// Fills in counts.known_body of a rule with constants and one step. It takes a walk over the body,
// which is worth it only for rules that are kept.
void count_known(const StepGraph& graph, MinedRule& rule);

}  // namespace gntp
