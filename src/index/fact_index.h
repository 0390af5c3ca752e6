// The facts around each entity, by the entity at their other end: what a join of both ends of a
// goal walks. Built once or, where the facts are very many, for each entity when it is first asked
// about. It knows nothing about vectors. Safe from several threads.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

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
  // Facts with at most so many ends are indexed at once: a matter of seconds.
  static constexpr std::size_t kFewEnds = 50'000'000;

  explicit FactIndex(const StepGraph& graph, std::size_t few_ends = kFewEnds);

  // The facts with this head; `other` is the tail. Sorted by other, then relation.
  std::span<const Edge> with_head(EntityId head) const {
    return asked_ ? around(head).by_head : by_head_[head];
  }
  // The facts with this tail; `other` is the head. Sorted by other, then relation.
  std::span<const Edge> with_tail(EntityId tail) const {
    return asked_ ? around(tail).by_tail : by_tail_[tail];
  }

  // Tells the processor that these two will be asked for: first where they are, a little later
  // the facts.
  void prefetch_place(EntityId entity) const {
    if (asked_) return;
    by_head_.prefetch_place(entity);
    by_tail_.prefetch_place(entity);
  }
  void prefetch_facts(EntityId entity) const {
    if (asked_) return;
    by_head_.prefetch_items(entity);
    by_tail_.prefetch_items(entity);
  }

  std::size_t entities() const { return graph_.entities(); }

 private:
  // Of one entity, once it was asked about.
  struct Around {
    std::vector<Edge> by_head;
    std::vector<Edge> by_tail;
  };
  // Entities are shared out, so that threads seldom wait for each other.
  struct Shard {
    std::mutex mutex;
    std::unordered_map<EntityId, Around> around;  // never removed: spans stay valid
  };
  static constexpr std::size_t kShards = 64;

  const Around& around(EntityId entity) const;

  StepGraph graph_;
  std::unique_ptr<std::array<Shard, kShards>> asked_;  // null: all are indexed
  Grouped<Edge> by_head_;
  Grouped<Edge> by_tail_;
};

}  // namespace gntp
