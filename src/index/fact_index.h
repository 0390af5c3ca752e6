// The facts, grouped by head, by tail and by relation. Built once; it knows nothing about vectors.
#pragma once

#include <optional>
#include <span>

#include "base/grouped.h"
#include "kb/triple.h"

namespace gntp {

// A fact as seen from one of its entities.
struct Edge {
  EntityId other;
  RelationId relation;
  FactId fact;
};

// The edges to one entity. Requires: sorted by it.
std::span<const Edge> edges_to(std::span<const Edge> edges, EntityId other);

class FactIndex {
 public:
  // Keeps a reference to `facts`.
  FactIndex(std::span<const Triple> facts, std::size_t entities, std::size_t relations);

  // The facts with this head; `other` is the tail. Sorted by other, then relation.
  std::span<const Edge> with_head(EntityId head) const { return by_head_[head]; }
  // The facts with this tail; `other` is the head. Sorted by other, then relation.
  std::span<const Edge> with_tail(EntityId tail) const { return by_tail_[tail]; }
  std::span<const FactId> with_relation(RelationId relation) const {
    return by_relation_[relation];
  }

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

  std::optional<FactId> find(const Triple& triple) const;
  std::span<const Triple> facts() const { return facts_; }
  std::size_t entities() const { return by_head_.keys(); }

 private:
  std::span<const Triple> facts_;
  Grouped<Edge> by_head_;
  Grouped<Edge> by_tail_;
  Grouped<FactId> by_relation_;
};

}  // namespace gntp
