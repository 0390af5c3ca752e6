#include "index/fact_search.h"

#include <algorithm>
#include <tuple>

#include "base/floats.h"

namespace gntp {
namespace {

bool nearer(const FactMatch& a, const FactMatch& b) {
  return std::tuple(a.distance, a.fact) < std::tuple(b.distance, b.fact);
}

// The k smallest seen so far, the largest of them on top.
class NearestHeap {
 public:
  NearestHeap(std::size_t k, std::vector<FactMatch>& out)
      : k_(k), begin_(static_cast<std::ptrdiff_t>(out.size())), out_(out) {}

  void offer(const FactMatch& match) {
    if (!is_full()) {
      out_.push_back(match);
      std::push_heap(out_.begin() + begin_, out_.end(), nearer);
    } else if (nearer(match, out_[static_cast<std::size_t>(begin_)])) {
      std::pop_heap(out_.begin() + begin_, out_.end(), nearer);
      out_.back() = match;
      std::push_heap(out_.begin() + begin_, out_.end(), nearer);
    }
  }
  bool is_full() const { return out_.size() - static_cast<std::size_t>(begin_) >= k_; }
  float largest() const { return out_[static_cast<std::size_t>(begin_)].distance; }
  void finish() { std::sort_heap(out_.begin() + begin_, out_.end(), nearer); }

 private:
  std::size_t k_;
  std::ptrdiff_t begin_;
  std::vector<FactMatch>& out_;
};

}  // namespace

template <Unification Kind>
UnificationDistance<Kind> FactSearch::compare(const FactPattern& pattern,
                                              const Triple& fact) const {
  UnificationDistance<Kind> sum;
  sum = sum.with(symbols_.to_relations(pattern.predicate)[fact.relation]);
  if (pattern.head) sum = sum.with(symbols_.entity(*pattern.head, fact.head));
  if (pattern.tail) sum = sum.with(symbols_.entity(*pattern.tail, fact.tail));
  if (pattern.same_variable) sum = sum.with(symbols_.entity(fact.head, fact.tail));
  return sum;
}

template <typename Visit>
void FactSearch::for_each_segment(EntityId entity, End end, Visit visit) const {
  for (const StepGraph::Segment& segment : graph_.segments(entity)) {
    if (is_forwards(segment.step) == (end == End::kHead)) visit(segment);
  }
}

std::size_t FactSearch::facts_at(EntityId entity, End end) const {
  std::size_t count = 0;
  for_each_segment(entity, end,
                   [&](const StepGraph::Segment& segment) { count += segment.size(); });
  return count;
}

// Calls visit(distance, fact) for facts below the bound; visit returns the bound to go on with.
template <Unification Kind, typename Visit>
void FactSearch::visit_below(const FactPattern& pattern, float bound, Visit visit) const {
  using Distance = UnificationDistance<Kind>;
  const std::span<const float> to_relation = symbols_.to_relations(pattern.predicate);

  // From a known entity outwards: its neighbours, nearest first, and their facts. With both known,
  // the side with fewer facts leads.
  const auto walk = [&](End end, EntityId known, const std::optional<EntityId>& far) {
    for (const Neighbour& neighbour : symbols_.neighbours(known)) {
      const Distance near = Distance{}.with(neighbour.distance);
      if (!near.below(bound)) return;
      for_each_segment(neighbour.entity, end, [&](const StepGraph::Segment& segment) {
        const Distance so_far = near.with(to_relation[relation_of(segment.step)]);
        const auto use = [&](EntityId other) {
          if (!so_far.below(bound)) return;
          const Triple fact = fact_of(neighbour.entity, segment.step, other);
          if (fact == pattern.excluded) return;
          const Distance sum = far ? so_far.with(symbols_.entity(*far, other)) : so_far;
          if (sum.below(bound)) bound = visit(sum.distance(), fact);
        };
        if (!so_far.below(bound)) return;
        const std::span<const EntityId> others = graph_.targets(segment);
        if (!far || !symbols_.is_symbolic()) {
          std::ranges::for_each(others, use);
        } else if (std::ranges::binary_search(others, *far)) {
          use(*far);
        }
      });
      if (!near.below(bound)) return;
    }
  };
  const bool from_head = pattern.head && (!pattern.tail || facts_at(*pattern.head, End::kHead) <=
                                                               facts_at(*pattern.tail, End::kTail));
  if (from_head) {
    walk(End::kHead, *pattern.head, pattern.tail);
    return;
  }
  if (pattern.tail) {
    walk(End::kTail, *pattern.tail, pattern.head);
    return;
  }
  for (RelationId relation{0}; relation < to_relation.size(); ++relation) {
    if (!Distance{}.with(to_relation[relation]).below(bound)) continue;
    graph_.for_each_with(relation, [&](const Triple& fact) {
      if (fact == pattern.excluded) return;
      const Distance sum = compare<Kind>(pattern, fact);
      if (sum.below(bound)) bound = visit(sum.distance(), fact);
    });
  }
}

namespace {

// Calls the function with the unification as a compile-time constant.
template <typename Function>
auto dispatch(Unification unification, Function function) {
  if (unification == Unification::kPerTerm) {
    return function(std::integral_constant<Unification, Unification::kPerTerm>{});
  }
  return function(std::integral_constant<Unification, Unification::kJoint>{});
}

}  // namespace

std::optional<FactMatch> FactSearch::nearest(const FactPattern& pattern, float bound,
                                             float enough) const {
  std::optional<FactMatch> best;
  dispatch(unification_, [&](auto kind) {
    visit_below<kind>(pattern, bound, [&](float distance, const Triple& fact) {
      best = {distance, fact};
      return distance <= enough ? 0.0F : distance;
    });
  });
  return best;
}

void FactSearch::within(const FactPattern& pattern, float bound,
                        std::vector<FactMatch>& out) const {
  dispatch(unification_, [&](auto kind) {
    visit_below<kind>(pattern, bound, [&](float distance, const Triple& fact) {
      out.push_back({distance, fact});
      return bound;
    });
  });
}

void FactSearch::nearest_k(const FactPattern& pattern, std::size_t k, float bound,
                           std::vector<FactMatch>& out) const {
  NearestHeap heap(k, out);
  dispatch(unification_, [&](auto kind) {
    visit_below<kind>(pattern, bound, [&](float distance, const Triple& fact) {
      heap.offer({distance, fact});
      // A fact as far as the farthest kept may still win by its place in the order.
      return heap.is_full() ? std::min(bound, next_above(heap.largest())) : bound;
    });
  });
  heap.finish();
}

// Offers the facts around a known entity's neighbours, nearest first, as long as one can be among
// the nearest; of the facts whose other end is known, too, those that are not nearer there.
template <typename Heap>
void FactSearch::offer_around(End end, EntityId known, const std::optional<EntityId>& far,
                              SameDistance same, const FactPattern& pattern, Heap& heap) const {
  using Distance = UnificationDistance<Unification::kJoint>;
  const std::span<const float> to_relation = symbols_.to_relations(pattern.predicate);
  const auto limit = [&heap] {
    // A fact as far as the farthest kept may still win by its place in the order.
    return heap.is_full() ? Distance{}.with(next_above(heap.largest())).value
                          : std::numeric_limits<Distance::Sum>::infinity();
  };
  Distance::Sum bound = limit();
  for (const Neighbour& neighbour : symbols_.neighbours(known)) {
    const Distance near = Distance{}.with(neighbour.distance);
    for_each_segment(neighbour.entity, end, [&](const StepGraph::Segment& segment) {
      const Distance so_far = near.with(to_relation[relation_of(segment.step)]);
      for (const EntityId end_of_fact : graph_.targets(segment)) {
        if (so_far.value > bound) return;
        const Triple fact = fact_of(neighbour.entity, segment.step, end_of_fact);
        if (fact == pattern.excluded) continue;
        Distance sum = so_far;
        if (far) {
          const float other = symbols_.entity(*far, end_of_fact);
          if (other < neighbour.distance) continue;
          if (other == neighbour.distance && same == SameDistance::kIsTheirs) continue;
          sum = sum.with(other);
          if (sum.value > bound) continue;
        }
        heap.offer({sum.distance(), fact});
        bound = limit();
      }
    });
    if ((far ? near.with(neighbour.distance) : near).value > bound) return;
  }
}

// Concatenated vectors are as far apart as a joint unification says. With both entities known, a
// fact at distance d has one of them within d / sqrt(2): each fact is found from its nearer end.
void FactSearch::nearest_k_euclidean(const FactPattern& pattern, std::size_t k,
                                     std::vector<FactMatch>& out) const {
  const std::size_t before = out.size();
  NearestHeap heap(k, out);
  if (pattern.head) {
    offer_around(End::kHead, *pattern.head, pattern.tail, SameDistance::kIsMine, pattern, heap);
  }
  if (pattern.tail) {
    offer_around(End::kTail, *pattern.tail, pattern.head, SameDistance::kIsTheirs, pattern, heap);
  }
  // Facts of entities that are not listed are beyond this.
  constexpr float kBelowRootOfTwo = 1.41F;
  const float seen = symbols_.radius() * (pattern.head && pattern.tail ? kBelowRootOfTwo : 1);
  const bool near_enough = heap.is_full() && heap.largest() <= seen;
  // Symbolic entities have no neighbours that are not listed.
  const bool listed = (pattern.head || pattern.tail) && (near_enough || symbols_.is_symbolic());
  if (!listed) {
    out.resize(before);
    for (RelationId relation{0}; relation < graph_.relations(); ++relation) {
      graph_.for_each_with(relation, [&](const Triple& fact) {
        if (fact == pattern.excluded) return;
        heap.offer({compare<Unification::kJoint>(pattern, fact).distance(), fact});
      });
    }
  }
  heap.finish();
}

std::optional<FactMatch> FactSearch::nearest_touching(const FactPattern& pattern) const {
  std::optional<FactMatch> best;
  const auto offer = [&](EntityId entity, End end) {
    for_each_segment(entity, end, [&](const StepGraph::Segment& segment) {
      const auto use = [&](EntityId other) {
        const Triple fact = fact_of(entity, segment.step, other);
        if (fact == pattern.excluded) return;
        const FactMatch match{distance_to(pattern, fact), fact};
        if (!best || nearer(match, *best)) best = match;
      };
      const std::span<const EntityId> others = graph_.targets(segment);
      if (!symbols_.is_symbolic() || !pattern.head || !pattern.tail) {
        std::ranges::for_each(others, use);
      } else if (std::ranges::binary_search(others, *pattern.tail)) {
        use(*pattern.tail);
      }
    });
  };
  if (pattern.head) offer(*pattern.head, End::kHead);
  const bool is_found_from_head = symbols_.is_symbolic() && pattern.head;
  if (pattern.tail && !is_found_from_head) offer(*pattern.tail, End::kTail);
  return best;
}

float FactSearch::distance_to(const FactPattern& pattern, const Triple& fact) const {
  return dispatch(unification_, [&](auto kind) { return compare<kind>(pattern, fact).distance(); });
}

}  // namespace gntp
