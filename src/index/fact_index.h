// The facts around each entity, by the entity at their other end: what a join of both ends of a
// goal walks. Built once; knows nothing about vectors. Immutable.
#pragma once

#include <cstddef>
#include <span>

#include "base/grouped.h"
#include "kb/step_graph.h"

namespace gntp {

// A fact as seen from one of its entities.
struct Edge {
  EntityId other;
  RelationId relation;
};

// The edges to one entity. Requires: sorted by it.
std::span<const Edge> edges_to(std::span<const Edge> edges, EntityId other);

class FactIndex {
 public:
  explicit FactIndex(const StepGraph& graph);

  // The facts with this head; `other` is the tail. Sorted by other, then relation.
  std::span<const Edge> with_head(EntityId head) const { return by_head_[head]; }
  // The facts with this tail; `other` is the head. Sorted by other, then relation.
  std::span<const Edge> with_tail(EntityId tail) const { return by_tail_[tail]; }

  // Tells the processor that these two will be asked for: first where they are, a little later
  // the facts.
  void prefetch_place(EntityId entity) const {
    by_head_.prefetch_place(entity);
    by_tail_.prefetch_place(entity);
  }
  void prefetch_facts(EntityId entity) const {
    by_head_.prefetch_items(entity);
    by_tail_.prefetch_items(entity);
  }

  std::size_t entities() const { return by_head_.keys(); }

 private:
  Grouped<Edge> by_head_;
  Grouped<Edge> by_tail_;
};

}  // namespace gntp
