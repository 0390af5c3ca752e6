// How many entities each step leads away from. A graph's own lists also have those that it leads
// nowhere but back to themselves: facts p(a, a) play no part in mining. Made in one pass over the
// graph; immutable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kb/step_graph.h"

namespace gntp {

class LooplessStarts {
 public:
  // Keeps no reference.
  explicit LooplessStarts(const StepGraph& graph);

  std::size_t count(Step step) const { return counts_[step]; }

  // The direction in which the relation is nearer to a function: forwards where it has at least as
  // many heads as tails.
  Step head_step(RelationId relation) const {
    return is_head_[forwards(relation)] != 0 ? forwards(relation) : backwards(relation);
  }
  // Whether the step is its relation's.
  bool is_head_step(Step step) const { return is_head_[step] != 0; }

 private:
  std::vector<std::size_t> counts_;    // by step
  std::vector<std::uint8_t> is_head_;  // by step
};

// How many of an entity's targets are others.
inline std::size_t others(std::span<const EntityId> targets, EntityId entity) {
  return targets.size() - (std::ranges::binary_search(targets, entity) ? 1 : 0);
}

// Whether an entity has other targets than itself.
inline bool lead_away(std::span<const EntityId> targets, EntityId entity) {
  return targets.size() > 1 || (targets.size() == 1 && targets.front() != entity);
}

// Whether an entity has other targets than itself and `constant`.
inline bool lead_away(std::span<const EntityId> targets, EntityId entity, EntityId constant) {
  return std::ranges::any_of(
      targets, [&](EntityId target) { return target != entity && target != constant; });
}

}  // namespace gntp
