// How far the first steps of a body lead from a start. Variables stand for different entities
// (object identity): a path that comes back to where it was is none. One thread's scratch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch_map.h"
#include "kb/step_graph.h"
#include "mine/mined_rule.h"

namespace gntp {

// Where a path is, and the entities before that it must not go back to.
struct Reached {
  EntityId entity;
  EntityId via;
  EntityId before_via = kNoEntity;

  // Whether a path may go on to there; where the path began is another question.
  bool may_go_to(EntityId next) const {
    return next != entity && next != via && next != before_via;
  }
};

class PathFront {
 public:
  // Keeps a reference.
  explicit PathFront(const StepGraph& graph) : graph_(graph), place_(graph.entities()) {}

  // The ends of the prefix's paths from `start`. Of more than `limit` paths it finds some: see
  // `is_whole`.
  std::span<const Reached> reach(EntityId start, const Body& prefix, std::size_t limit);
  bool is_whole() const { return is_whole_; }

 private:
  void reach_further(EntityId start, Step step, std::size_t limit);
  void reach_by_paths(EntityId start, const Body& prefix, std::size_t limit);

  const StepGraph& graph_;
  bool is_whole_ = true;
  std::vector<Reached> frontier_;
  std::vector<Reached> next_;
  ScratchMap<std::uint32_t, std::uint32_t> place_;  // by entity: where in next_ it is
};

}  // namespace gntp
