// Triples as a graph to walk: a step is a relation taken forwards (from head to tail) or backwards,
// and leads from an entity to its neighbours. Mining counts such walks, the search for answers
// takes them, and ranking looks up known answers in one. It knows nothing about vectors.
//
// All that is around an entity lies together, in its block: the targets, by step, and behind them,
// in the reverse order, a directory: for each of its steps one word with the step and the number of
// its targets. So a look at an entity is one place in memory, memory grows with the triples (4
// bytes an end, 4 a segment) and not with entities x relations, and all of it is plain words that a
// file can hold. Immutable; shared by all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>

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
  // The neighbours of one entity by one step.
  struct Segment {
    Step step;
    std::uint32_t count;  // of neighbours
    std::uint64_t begin;  // of them among all words
    std::size_t size() const { return count; }
  };

  // The segments of one entity, by step.
  class Segments {
   public:
    class Iterator;
    Iterator begin() const;
    static std::default_sentinel_t end() { return {}; }
    bool empty() const { return begin_ == end_; }

   private:
    friend class StepGraph;
    Segments(const StepGraph& graph, std::uint64_t begin, std::uint64_t end)
        : graph_(&graph), begin_(begin), end_(end) {}
    const StepGraph* graph_;
    std::uint64_t begin_;  // of the block
    std::uint64_t end_;
  };

  // All that a graph is made of, wherever it lies.
  struct Parts {
    std::span<const std::uint32_t> words;    // the blocks, by entity
    std::span<const std::uint64_t> bases;    // where the first block of a group begins
    std::span<const std::uint32_t> offsets;  // of each entity's block from there, and of the end
    std::span<const std::uint64_t> first_starts;  // of each step, and the end
    std::span<const std::uint32_t> starts;        // entities, by step
    std::uint64_t ends = 0;                       // targets of all segments: two for each triple
  };

  // The same steps among more relations, of which the further ones lead nowhere.
  StepGraph with_relations(std::size_t relations) const;

  // Requires: the triples are distinct.
  StepGraph(std::span<const Triple> triples, std::size_t entities, std::size_t relations);
  // What a StepGraphWriter has written; `owner` keeps the parts alive. Throws Error where the sizes
  // of the parts do not go together.
  StepGraph(const Parts& parts, std::shared_ptr<const void> owner);

  std::size_t entities() const { return parts_.offsets.size() - 1; }
  std::size_t relations() const { return steps() / 2; }
  std::size_t steps() const { return parts_.first_starts.size() - 1; }
  // Of all entities.
  std::size_t segment_count() const { return parts_.starts.size(); }
  std::size_t ends() const { return parts_.ends; }
  // The words of all blocks: segments begin below that.
  std::size_t words() const { return parts_.words.size(); }
  const Parts& parts() const { return parts_; }

  Segments segments(EntityId entity) const {
    return {*this, block_begin(entity), block_begin(entity + 1)};
  }
  // Nothing if the step leads nowhere from the entity.
  std::optional<Segment> find(EntityId entity, Step step) const;
  bool has(EntityId entity, Step step) const { return find(entity, step).has_value(); }

  // Distinct, by id.
  std::span<const EntityId> targets(const Segment& segment) const {
    // An id is its number.
    return {reinterpret_cast<const EntityId*>(parts_.words.data() + segment.begin), segment.count};
  }
  std::span<const EntityId> targets(EntityId entity, Step step) const;
  // To look at many entities one after the other: before it is the i-th one's turn, what is around
  // the next ones is fetched. Memory is what such a loop waits for.
  template <typename EntityOf>
  void fetch_ahead(std::size_t i, std::size_t count, EntityOf entity_of) const {
    constexpr std::size_t kAhead = 8;
    const auto fetch_place = [&](std::size_t at) {
      __builtin_prefetch(&parts_.offsets[entity_of(at) + 1]);
    };
    const auto fetch_directory = [&](std::size_t at) {
      __builtin_prefetch(parts_.words.data() + block_begin(entity_of(at) + 1) - 1);
    };
    if (i == 0) {
      for (std::size_t at = 0; at < std::min(2 * kAhead, count); ++at) fetch_place(at);
      for (std::size_t at = 0; at < std::min(kAhead, count); ++at) fetch_directory(at);
    }
    if (i + 2 * kAhead < count) fetch_place(i + 2 * kAhead);
    if (i + kAhead < count) fetch_directory(i + kAhead);
  }
  // Of all steps together.
  std::size_t degree(EntityId entity) const;
  bool contains(const Triple& triple) const;

  // Calls visit(fact) for all facts with the relation, by head and tail.
  template <typename Visit>
  void for_each_with(RelationId relation, Visit visit) const {
    for (const EntityId head : starts(forwards(relation))) {
      for (const EntityId tail : targets(head, forwards(relation)))
        visit(Triple{head, relation, tail});
    }
  }

  // The entities from which the step leads somewhere, by id.
  std::span<const EntityId> starts(Step step) const {
    const std::uint64_t first = parts_.first_starts[step];
    return {reinterpret_cast<const EntityId*>(parts_.starts.data() + first),
            parts_.first_starts[step + 1] - first};
  }

  // The direction in which the relation is nearer to a function: forwards where it has at least as
  // many heads as tails.
  Step head_step(RelationId relation) const {
    const Step step = forwards(relation);
    return starts(step).size() >= starts(inverse(step)).size() ? step : inverse(step);
  }

 private:
  friend class StepGraphWriter;
  static constexpr std::size_t kGroup = 64;  // entities that share a beginning

  std::uint64_t block_begin(std::size_t entity) const {
    return parts_.bases[entity / kGroup] + parts_.offsets[entity];
  }

  Parts parts_;
  std::shared_ptr<const void> owner_;
  unsigned step_bits_ = 0;  // of a directory's word: the step; above it the count
  std::uint32_t step_mask_ = 0;
};

// Reads a directory from its end towards the targets, which it meets after the last segment.
class StepGraph::Segments::Iterator {
 public:
  using value_type = Segment;
  using difference_type = std::ptrdiff_t;

  Iterator() = default;
  Iterator(const StepGraph& graph, std::uint64_t begin, std::uint64_t end)
      : words_(graph.parts_.words.data()),
        step_bits_(graph.step_bits_),
        step_mask_(graph.step_mask_),
        directory_(end),
        segment_{0, 0, begin} {
    read();
  }

  const Segment& operator*() const { return segment_; }
  const Segment* operator->() const { return &segment_; }
  Iterator& operator++() {
    segment_.begin += segment_.count;
    read();
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) {
    return a.segment_.begin == b.segment_.begin;
  }
  friend bool operator==(const Iterator& at, std::default_sentinel_t) {
    return at.segment_.count == 0;
  }

 private:
  void read() {
    if (segment_.begin == directory_) {
      segment_.count = 0;
      return;
    }
    const std::uint32_t word = words_[--directory_];
    segment_.step = word & step_mask_;
    segment_.count = word >> step_bits_;
    if (segment_.count == 0) segment_.count = words_[--directory_];
  }

  const std::uint32_t* words_ = nullptr;
  unsigned step_bits_ = 0;
  std::uint32_t step_mask_ = 0;
  std::uint64_t directory_ = 0;  // what has been read of it begins here
  Segment segment_{};            // without targets at the end
};

inline StepGraph::Segments::Iterator StepGraph::Segments::begin() const {
  return {*graph_, begin_, end_};
}

}  // namespace gntp
