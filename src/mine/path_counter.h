// Counts path rules. A body does not depend on its head: the pairs of entities that it connects are
// listed once, and each is looked up among the facts of all relations at the same time. Bodies that
// differ in their last step only are counted together.
//
// Variables stand for different entities (object identity): a path that comes back to where it was
// is none, and so no body contains the very fact that its head predicts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kb/step_graph.h"
#include "mine/mine_options.h"
#include "mine/mined_rule.h"

namespace gntp {

// The pairs of all relations, each from its start: what a path's two ends are looked up in.
// Immutable; shared by all threads.
class HeadPairs {
 public:
  struct Pair {
    EntityId end;
    RelationId relation;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  explicit HeadPairs(const StepGraph& graph);
  // By end.
  std::span<const Pair> from(EntityId start) const;

 private:
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> first_;
};

// Bodies with the same first steps.
struct BodyGroup {
  Body prefix;              // at most kMaxPath - 1 steps
  std::vector<Step> lasts;  // sorted; empty = every step
};

// One thread's scratch.
class PathCounter {
 public:
  PathCounter(const StepGraph& graph, const HeadPairs& pairs, const MineOptions& options);

  // Appends the rules that the options accept.
  void count(const BodyGroup& group, std::vector<MinedRule>& rules);

 private:
  // Where a path is, and the entities before that it must not go back to.
  struct Reached {
    EntityId entity;
    EntityId via;
    EntityId before_via = kNoEntity;
  };
  // The counts of one last step.
  struct Row {
    std::size_t body = 0;
    std::vector<std::uint32_t> support;     // by relation
    std::vector<std::uint64_t> known_body;  // by relation
  };

  std::size_t stride(const Body& prefix) const;
  std::size_t ways_on(EntityId entity, Step step) const;
  void reach(EntityId start, const Body& prefix);
  void reach_further(EntityId start, Step step);
  void reach_by_paths(EntityId start, const Body& prefix);
  void mark_heads(EntityId start);
  void collect(const std::vector<Step>& lasts);
  void count_ends(EntityId start, Step last);
  void append(const Body& prefix, double share, std::vector<MinedRule>& rules);
  void clear();

  const StepGraph& graph_;
  const HeadPairs& pairs_;
  const MineOptions& options_;

  std::vector<Reached> frontier_;
  std::vector<Reached> next_;
  std::uint64_t token_ = 0;           // of the set at hand; marks are never wiped
  std::vector<std::uint64_t> seen_;   // by entity: the token of the last set it was in
  std::vector<std::uint32_t> place_;  // by entity: where in next_ it is
  std::uint64_t heads_token_ = 0;
  std::vector<std::uint64_t> is_head_;  // by entity: heads_token_ where some relation leads there
  std::vector<std::uint32_t> head_at_;  // by entity: its first pair
  std::span<const HeadPairs::Pair> heads_;  // of the start at hand
  std::vector<RelationId> head_relations_;  // those of the start at hand
  struct Leap {
    StepGraph::Segment segment;
    Reached from;
  };
  std::vector<std::vector<Leap>> leaps_;  // by last step
  std::vector<Step> leaping_;             // steps with leaps
  std::vector<Row> rows_;                 // by last step
  std::vector<Step> counted_;             // steps with rows in use
};

}  // namespace gntp
