// The facts, grouped by head, by tail and by relation. Built once; it knows nothing about vectors.
#pragma once

#include <optional>
#include <span>
#include <vector>

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
  std::span<const Edge> with_head(EntityId head) const {
    return group(by_head_, head_begin_, head);
  }
  // The facts with this tail; `other` is the head. Sorted by other, then relation.
  std::span<const Edge> with_tail(EntityId tail) const {
    return group(by_tail_, tail_begin_, tail);
  }
  std::span<const FactId> with_relation(RelationId relation) const {
    return group(by_relation_, relation_begin_, relation);
  }

  // Tells the processor that these two will be asked for: first where they are, a little later
  // the facts.
  void prefetch_place(EntityId entity) const {
    __builtin_prefetch(&head_begin_[entity]);
    __builtin_prefetch(&tail_begin_[entity]);
  }
  void prefetch_facts(EntityId entity) const {
    __builtin_prefetch(by_head_.data() + head_begin_[entity]);
    __builtin_prefetch(by_tail_.data() + tail_begin_[entity]);
  }

  std::optional<FactId> find(const Triple& triple) const;
  std::span<const Triple> facts() const { return facts_; }
  std::size_t entities() const { return head_begin_.size() - 1; }

 private:
  template <typename Item>
  static std::span<const Item> group(const std::vector<Item>& items,
                                     const std::vector<std::size_t>& begin, Id id) {
    return std::span(items).subspan(begin[id], begin[id + 1] - begin[id]);
  }

  std::span<const Triple> facts_;
  std::vector<Edge> by_head_;
  std::vector<Edge> by_tail_;
  std::vector<FactId> by_relation_;
  std::vector<std::size_t> head_begin_;
  std::vector<std::size_t> tail_begin_;
  std::vector<std::size_t> relation_begin_;
};

}  // namespace gntp
