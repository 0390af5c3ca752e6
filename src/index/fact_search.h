// Which facts unify with a goal, exactly: the search walks the neighbours of the goal's entities
// and the facts around them, nearest first, and stops where nothing below the bound can follow.
//
// Bounds are at most just above the radius that the distances were refreshed with: farther entities
// are not listed. Read-only over its index; any number of threads may search.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "index/symbol_distances.h"
#include "index/unification.h"
#include "kb/step_graph.h"

namespace gntp {

// What the facts are compared with: entities, where the goal's arguments are known. Free arguments
// bind to the fact's symbols and cost nothing, but where both are the same free variable the fact's
// own head and tail are compared.
struct FactPattern {
  PredicateId predicate;
  std::optional<EntityId> head;
  std::optional<EntityId> tail;
  bool same_variable = false;
  Triple excluded = kNoFact;  // this fact is not there
};

struct FactMatch {
  float distance;
  Triple fact;
};

class FactSearch {
 public:
  // Keeps references.
  FactSearch(const StepGraph& graph, const SymbolDistances& symbols, Unification unification)
      : graph_(graph), symbols_(symbols), unification_(unification) {}

  // The nearest fact below `bound`; any fact at most `enough` away will do.
  std::optional<FactMatch> nearest(const FactPattern& pattern, float bound, float enough) const;

  // Appends every fact below `bound`, in no particular order.
  void within(const FactPattern& pattern, float bound, std::vector<FactMatch>& out) const;

  // Appends the k nearest facts below `bound` by the unification's own distance, nearest first.
  void nearest_k(const FactPattern& pattern, std::size_t k, float bound,
                 std::vector<FactMatch>& out) const;

  // Appends the k facts nearest by the Euclidean distance of the concatenated vectors (what a flat
  // nearest-neighbour index would return), nearest first, with that distance.
  void nearest_k_euclidean(const FactPattern& pattern, std::size_t k,
                           std::vector<FactMatch>& out) const;

  // The nearest among the facts that share the pattern's head or tail, however far, but not
  // infinitely: symbolic entities must be the same.
  std::optional<FactMatch> nearest_touching(const FactPattern& pattern) const;

  // The unification distance of one fact.
  float distance_to(const FactPattern& pattern, const Triple& fact) const;

 private:
  template <Unification Kind>
  UnificationDistance<Kind> compare(const FactPattern& pattern, const Triple& fact) const;
  template <Unification Kind, typename Visit>
  void visit_below(const FactPattern& pattern, float bound, Visit visit) const;
  // Which of a fact's two ends finds it where both are equally near.
  enum class SameDistance : std::uint8_t { kIsMine, kIsTheirs };
  // The end of facts that has a known entity.
  enum class End : std::uint8_t { kHead, kTail };
  template <typename Heap>
  void offer_around(End end, EntityId known, const std::optional<EntityId>& far, SameDistance same,
                    const FactPattern& pattern, Heap& heap) const;
  // Calls visit(segment) for those of the entity's segments that have it at this end.
  template <typename Visit>
  void for_each_segment(EntityId entity, End end, Visit visit) const;
  std::size_t facts_at(EntityId entity, End end) const;

  const StepGraph& graph_;
  const SymbolDistances& symbols_;
  Unification unification_;
};

}  // namespace gntp
