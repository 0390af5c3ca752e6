// The facts as a graph to walk: a step is a relation taken forwards (from head to tail) or
// backwards, and leads from an entity to its neighbours. Facts that relate an entity to itself are
// left out, and so no step stays where it is.
//
// Steps of one entity lie together, sorted, in segments of equal step: memory grows with the facts,
// not with entities x relations. Immutable; shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kb/knowledge_base.h"

namespace gntp {

// 2 * relation forwards, 2 * relation + 1 backwards.
using Step = std::uint32_t;

inline constexpr Step forwards(Id relation) {
  return 2 * relation;
}
inline constexpr Step inverse(Step step) {
  return step ^ 1U;
}
inline constexpr Id relation_of(Step step) {
  return step / 2;
}
inline constexpr bool is_forwards(Step step) {
  return step % 2 == 0;
}

class StepGraph {
 public:
  // The neighbours of one entity by one step; a range of edges.
  struct Segment {
    Step step;
    std::uint32_t begin;
    std::uint32_t end;
    std::size_t size() const { return end - begin; }
  };

  explicit StepGraph(const KnowledgeBase& kb);

  std::size_t entities() const { return first_segment_.size() - 1; }
  std::size_t relations() const { return head_steps_.size(); }
  std::size_t steps() const { return 2 * head_steps_.size(); }
  std::size_t segment_count() const { return segments_.size(); }

  // By step.
  std::span<const Segment> segments(Id entity) const;
  const Segment& segment(std::size_t number) const { return segments_[number]; }
  // The segment's entity.
  Id owner(std::size_t number) const { return owners_[number]; }
  // Distinct, sorted.
  std::span<const Id> targets(const Segment& segment) const {
    return {targets_.data() + segment.begin, segment.size()};
  }
  std::span<const Id> targets(Id entity, Step step) const;
  // The number of the segment that holds the edge the other way round, for each of the targets.
  std::span<const std::uint32_t> reverses(const Segment& segment) const {
    return {reverses_.data() + segment.begin, segment.size()};
  }
  bool has(Id entity, Step step) const { return find(entity, step) != nullptr; }
  std::size_t degree(Id entity) const;

  // The entities that have the step, sorted.
  std::span<const Id> starts(Step step) const;
  // All edges of a step.
  std::size_t edge_count(Step step) const { return edge_counts_[step]; }

  // The direction in which the relation is nearer to a function: forwards where it has at least as
  // many heads as tails.
  Step head_step(Id relation) const { return head_steps_[relation]; }

 private:
  const Segment* find(Id entity, Step step) const;
  void add_reverses();
  void add_starts(std::size_t steps);

  std::vector<Segment> segments_;  // by entity, then step
  std::vector<Id> owners_;
  std::vector<std::uint32_t> first_segment_;  // of each entity, and the end
  std::vector<Id> targets_;
  std::vector<std::uint32_t> reverses_;
  std::vector<Id> starts_;
  std::vector<std::uint32_t> first_start_;  // of each step, and the end
  std::vector<std::size_t> edge_counts_;
  std::vector<Step> head_steps_;
};

}  // namespace gntp
