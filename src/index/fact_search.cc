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
UnificationDistance<Kind> FactSearch::compare(const FactPattern& pattern, FactId fact) const {
  const Triple& triple = facts_.facts()[fact];
  UnificationDistance<Kind> sum;
  sum = sum.with(symbols_.to_relations(pattern.predicate)[triple.relation]);
  if (pattern.head) sum = sum.with(symbols_.entity(*pattern.head, triple.head));
  if (pattern.tail) sum = sum.with(symbols_.entity(*pattern.tail, triple.tail));
  if (pattern.same_variable) sum = sum.with(symbols_.entity(triple.head, triple.tail));
  return sum;
}

// Calls visit(distance, fact) for facts below the bound; visit returns the bound to go on with.
template <Unification Kind, typename Visit>
void FactSearch::visit_below(const FactPattern& pattern, float bound, Visit visit) const {
  using Distance = UnificationDistance<Kind>;
  const std::span<const float> to_relation = symbols_.to_relations(pattern.predicate);

  // From a known entity outwards: its neighbours, nearest first, and their facts. With both known,
  // the side with fewer facts leads.
  const auto walk = [&](EntityId known, const std::optional<EntityId>& far, auto edges_of) {
    for (const Neighbour& neighbour : symbols_.neighbours(known)) {
      const Distance near = Distance{}.with(neighbour.distance);
      if (!near.below(bound)) return;
      std::span<const Edge> edges = edges_of(neighbour.entity);
      if (far && symbols_.is_symbolic()) edges = edges_to(edges, *far);
      for (const Edge& edge : edges) {
        Distance sum = near.with(to_relation[edge.relation]);
        if (!sum.below(bound) || edge.fact == pattern.excluded) continue;
        if (far) {
          sum = sum.with(symbols_.entity(*far, edge.other));
          if (!sum.below(bound)) continue;
        }
        bound = visit(sum.distance(), edge.fact);
      }
      if (!near.below(bound)) return;
    }
  };
  const bool from_head =
      pattern.head && (!pattern.tail || facts_.with_head(*pattern.head).size() <=
                                            facts_.with_tail(*pattern.tail).size());
  if (from_head) {
    walk(*pattern.head, pattern.tail, [this](EntityId entity) { return facts_.with_head(entity); });
    return;
  }
  if (pattern.tail) {
    walk(*pattern.tail, pattern.head, [this](EntityId entity) { return facts_.with_tail(entity); });
    return;
  }
  for (RelationId relation{0}; relation < to_relation.size(); ++relation) {
    if (!Distance{}.with(to_relation[relation]).below(bound)) continue;
    for (const FactId fact : facts_.with_relation(relation)) {
      if (fact == pattern.excluded) continue;
      const Distance sum = compare<Kind>(pattern, fact);
      if (sum.below(bound)) bound = visit(sum.distance(), fact);
    }
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
    visit_below<kind>(pattern, bound, [&](float distance, FactId fact) {
      best = {distance, fact};
      return distance <= enough ? 0.0F : distance;
    });
  });
  return best;
}

void FactSearch::within(const FactPattern& pattern, float bound,
                        std::vector<FactMatch>& out) const {
  dispatch(unification_, [&](auto kind) {
    visit_below<kind>(pattern, bound, [&](float distance, FactId fact) {
      out.push_back({distance, fact});
      return bound;
    });
  });
}

void FactSearch::nearest_k(const FactPattern& pattern, std::size_t k, float bound,
                           std::vector<FactMatch>& out) const {
  NearestHeap heap(k, out);
  dispatch(unification_, [&](auto kind) {
    visit_below<kind>(pattern, bound, [&](float distance, FactId fact) {
      heap.offer({distance, fact});
      // A fact as far as the farthest kept may still win by its number.
      return heap.is_full() ? std::min(bound, next_above(heap.largest())) : bound;
    });
  });
  heap.finish();
}

// Offers the facts around a known entity's neighbours, nearest first, as long as one can be among
// the nearest; of the facts whose other end is known, too, those that are not nearer there.
template <typename Heap, typename EdgesOf>
void FactSearch::offer_around(EntityId known, const std::optional<EntityId>& far, SameDistance same,
                              const FactPattern& pattern, Heap& heap, EdgesOf edges_of) const {
  using Distance = UnificationDistance<Unification::kJoint>;
  const std::span<const float> to_relation = symbols_.to_relations(pattern.predicate);
  const auto limit = [&heap] {
    // A fact as far as the farthest kept may still win by its number.
    return heap.is_full() ? Distance{}.with(next_above(heap.largest())).value
                          : std::numeric_limits<Distance::Sum>::infinity();
  };
  Distance::Sum bound = limit();
  for (const Neighbour& neighbour : symbols_.neighbours(known)) {
    const Distance near = Distance{}.with(neighbour.distance);
    for (const Edge& edge : edges_of(neighbour.entity)) {
      Distance sum = near.with(to_relation[edge.relation]);
      if (sum.value > bound || edge.fact == pattern.excluded) continue;
      if (far) {
        const float other = symbols_.entity(*far, edge.other);
        if (other < neighbour.distance) continue;
        if (other == neighbour.distance && same == SameDistance::kIsTheirs) continue;
        sum = sum.with(other);
        if (sum.value > bound) continue;
      }
      heap.offer({sum.distance(), edge.fact});
      bound = limit();
    }
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
    offer_around(*pattern.head, pattern.tail, SameDistance::kIsMine, pattern, heap,
                 [this](EntityId entity) { return facts_.with_head(entity); });
  }
  if (pattern.tail) {
    offer_around(*pattern.tail, pattern.head, SameDistance::kIsTheirs, pattern, heap,
                 [this](EntityId entity) { return facts_.with_tail(entity); });
  }
  // Facts of entities that are not listed are beyond this.
  constexpr float kBelowRootOfTwo = 1.41F;
  const float seen = symbols_.radius() * (pattern.head && pattern.tail ? kBelowRootOfTwo : 1);
  const bool near_enough = heap.is_full() && heap.largest() <= seen;
  // Symbolic entities have no neighbours that are not listed.
  const bool listed = (pattern.head || pattern.tail) && (near_enough || symbols_.is_symbolic());
  if (!listed) {
    out.resize(before);
    for (FactId fact{0}; fact < facts_.facts().size(); ++fact) {
      if (fact == pattern.excluded) continue;
      heap.offer({compare<Unification::kJoint>(pattern, fact).distance(), fact});
    }
  }
  heap.finish();
}

std::optional<FactMatch> FactSearch::nearest_touching(const FactPattern& pattern) const {
  std::optional<FactMatch> best;
  const auto offer = [&](std::span<const Edge> edges) {
    for (const Edge& edge : edges) {
      if (edge.fact == pattern.excluded) continue;
      const FactMatch match{distance_to(pattern, edge.fact), edge.fact};
      if (!best || nearer(match, *best)) best = match;
    }
  };
  if (symbols_.is_symbolic() && pattern.head && pattern.tail) {
    offer(edges_to(facts_.with_head(*pattern.head), *pattern.tail));
    return best;
  }
  if (pattern.head) offer(facts_.with_head(*pattern.head));
  if (pattern.tail) offer(facts_.with_tail(*pattern.tail));
  return best;
}

float FactSearch::distance_to(const FactPattern& pattern, FactId fact) const {
  return dispatch(unification_, [&](auto kind) { return compare<kind>(pattern, fact).distance(); });
}

}  // namespace gntp
