// Counts rules with constants whose bodies have two steps, `r(X, c) :- b(X, A), d(A, e)`, in all
// directions. A body does not depend on its head: its X are listed once, and the heads that they
// have in common are counted. Of a body of many X only heads of as many are looked at as its
// confidence needs, which keeps hubs affordable; none that is accepted is missed.
//
// X is neither c nor e, and A is none of X, c and e, so that no body contains the fact that its
// head predicts. Facts p(a, a) play no part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mine/mine_options.h"
#include "mine/mined_rule.h"
#include "mine/segment_links.h"

namespace gntp {

// For each X the heads r(X, c) that it has and that enough others have, too. Immutable; shared by
// all threads.
class ConstantHeads {
 public:
  struct Head {
    std::uint32_t segment;  // of c: its X
    std::uint32_t size;     // how many these are
  };
  ConstantHeads(const StepGraph& graph, const SegmentLinks& links, std::size_t least_size);
  // The largest first.
  std::span<const Head> of(EntityId entity) const {
    return {heads_.data() + first_[entity], first_[entity + 1] - first_[entity]};
  }

 private:
  std::vector<Head> heads_;
  std::vector<std::size_t> first_;  // of each entity, and the end
};

// One thread's scratch.
class ConstantPaths {
 public:
  // Keeps references.
  ConstantPaths(const StepGraph& graph, const SegmentLinks& links, const ConstantHeads& heads,
                const MineOptions& options);

  // Appends the rules that the options accept among those whose bodies end in d(A, e): `last` is
  // the number of e's segment of the A.
  void count(std::size_t last, std::vector<MinedRule>& rules);

 private:
  // The X that lead to one A.
  struct Leap {
    EntityId inner;
    StepGraph::Segment segment;
  };
  void list_members(const std::vector<Leap>& leaps);
  void count_common(std::vector<MinedRule>& rules);
  void count_inner(const std::vector<Leap>& leaps, std::vector<MinedRule>& rules);
  void add(Step head, EntityId constant, MinedCounts counts, std::vector<MinedRule>& rules);
  std::size_t known(Step head, EntityId constant);
  std::size_t members_with(Step head);
  std::size_t needed(std::size_t body) const;
  bool is_member(EntityId entity) const { return seen_[entity] == token_; }

  const StepGraph& graph_;
  const SegmentLinks& links_;
  const ConstantHeads& heads_;
  const MineOptions& options_;

  std::vector<std::vector<Leap>> leaps_;  // by the step from A back to X
  std::vector<Step> leaping_;             // steps with leaps
  Body body_;                             // at hand
  EntityId end_ = kNoEntity;              // its e
  std::vector<EntityId> members_;         // its X
  std::uint64_t token_ = 0;               // of the body at hand; marks are never wiped
  std::vector<std::uint64_t> seen_;    // by entity: the token of the last body that it was an X of
  std::vector<EntityId> via_;          // by member: its only A, or none
  std::vector<std::uint32_t> alone_;   // by entity: the members of which it is the only A
  std::vector<std::uint32_t> shared_;  // by segment (c, r backwards): the members that it has
  std::vector<std::uint32_t> touched_;
  std::uint64_t with_token_ = 0;     // of the body that with_ is about
  std::vector<std::uint32_t> with_;  // by step: the members that have it
};

}  // namespace gntp
