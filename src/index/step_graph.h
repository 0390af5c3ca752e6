// Triples as a graph to walk: a step is a relation taken forwards (from head to tail) or backwards,
// and leads from an entity to its neighbours. Mining counts such walks, the search for answers
// takes them, and ranking looks up known answers in one. It knows nothing about vectors.
//
// Steps of one entity lie together, sorted, in segments of equal step: memory grows with the
// triples, not with entities x relations. Immutable; shared by all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/grouped.h"
#include "kb/triple.h"

namespace gntp {

// 2 * relation forwards, 2 * relation + 1 backwards.
using Step = std::uint32_t;

inline constexpr Step forwards(RelationId relation) {
  return 2 * relation;
}
inline constexpr Step backwards(RelationId relation) {
  return 2 * relation + 1;
}
inline constexpr Step inverse(Step step) {
  return step ^ 1U;
}
inline constexpr RelationId relation_of(Step step) {
  return RelationId(step / 2);
}
inline constexpr bool is_forwards(Step step) {
  return step % 2 == 0;
}

// Where a fact leads from an entity by a step; nothing where it does not.
inline std::optional<EntityId> target_of(const Triple& fact, EntityId from, Step step) {
  if (step == forwards(fact.relation) && from == fact.head) return fact.tail;
  if (step == backwards(fact.relation) && from == fact.tail) return fact.head;
  return std::nullopt;
}

// The fact by which a step leads from one entity to another.
inline Triple fact_of(EntityId from, Step step, EntityId to) {
  const RelationId relation = relation_of(step);
  return is_forwards(step) ? Triple{from, relation, to} : Triple{to, relation, from};
}

class StepGraph {
 public:
  // What happens to triples p(a, a). Without them no step stays where it is.
  enum class Loops : std::uint8_t { kKept, kLeftOut };

  // The neighbours of one entity by one step.
  struct Segment {
    Step step;
    std::uint32_t count;  // of neighbours
    std::size_t begin;    // of them among all
    std::size_t size() const { return count; }
  };

  // Requires: the triples are distinct.
  StepGraph(std::span<const Triple> triples, std::size_t entities, std::size_t relations,
            Loops loops = Loops::kKept);

  std::size_t entities() const { return first_segment_.size() - 1; }
  std::size_t relations() const { return starts_.keys() / 2; }
  std::size_t steps() const { return starts_.keys(); }
  std::size_t segment_count() const { return segments_.size(); }

  // By step.
  std::span<const Segment> segments(EntityId entity) const {
    const std::size_t first = first_segment_[entity];
    return {segments_.data() + first, first_segment_[entity + 1] - first};
  }
  const Segment& segment(std::size_t number) const { return segments_[number]; }
  std::size_t number_of(const Segment& segment) const {
    return static_cast<std::size_t>(&segment - segments_.data());
  }
  // Null if the step leads nowhere from the entity.
  const Segment* find(EntityId entity, Step step) const;
  bool has(EntityId entity, Step step) const { return find(entity, step) != nullptr; }

  // Distinct, by id.
  std::span<const EntityId> targets(const Segment& segment) const {
    return {targets_.data() + segment.begin, segment.size()};
  }
  std::span<const EntityId> targets(EntityId entity, Step step) const;
  // Of all steps together.
  std::size_t degree(EntityId entity) const;

  // The entities from which the step leads somewhere, by id.
  std::span<const EntityId> starts(Step step) const { return starts_[step]; }

  // The direction in which the relation is nearer to a function: forwards where it has at least as
  // many heads as tails.
  Step head_step(RelationId relation) const {
    const Step step = forwards(relation);
    return starts(step).size() >= starts(inverse(step)).size() ? step : inverse(step);
  }

 private:
  std::vector<Segment> segments_;           // by entity, then step
  std::vector<std::size_t> first_segment_;  // of each entity, and the end
  std::vector<EntityId> targets_;
  Grouped<EntityId> starts_;  // by step
};

}  // namespace gntp
