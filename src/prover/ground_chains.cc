// The chains of a GroundJoin: two or three facts that lead from one of the goal's entities to the
// other.
#include <algorithm>

#include "base/stop.h"
#include "prover/ground_join.h"

namespace gntp {
namespace {

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kAhead = 12;  // edges whose lists are fetched before they are needed

}  // namespace

void GroundJoin::chain(std::size_t shape) {
  group_ = &rules_.group(question_.predicate, shape);
  if (group_->empty() || !(group_->nearest() < below_)) return;
  const bool is_long = shape >= RulesByShape::kLongChains;
  const std::size_t last = is_long ? 2 : 1;
  const Half at_head = half(head_, RulesByShape::direction(shape, 0) == 0 ? End::kHead : End::kTail,
                            group_->least(0));
  const Half at_tail =
      half(tail_, RulesByShape::direction(shape, last) == 0 ? End::kTail : End::kHead,
           group_->least(last));
  if (at_head.edges == 0 || at_tail.edges == 0) return;
  if (is_long) {
    join_three(at_head, at_tail, RulesByShape::direction(shape, 1) == 0 ? End::kHead : End::kTail);
  } else if (at_head.edges <= at_tail.edges) {
    join_two(at_head, at_tail);
  } else {
    join_two(at_tail, at_head);
  }
}

GroundJoin::Half GroundJoin::half(JoinSide& side, End end, std::span<const float> least) const {
  std::size_t count = 0;
  for (const Around& item : side.entities) count += edges(item.entity, end).size();
  return {&side, end, least, count};
}

// Two facts that meet in a third entity: the edges of the side with fewer, and from where they end
// the neighbours that the other side's edges end in.
void GroundJoin::join_two(const Half& small, const Half& large) {
  const std::size_t searches =
      small.edges * small.side->entities.size() * large.side->entities.size();
  if (large.edges > 32 * searches) {
    meet_by_search(small, large);
  } else {
    collect(small);
    stamp(large);
    meet_stamped(small, large);
  }
}

// Three facts: two from the side that has fewer such pairs, to where the other side's edges end.
void GroundJoin::join_three(const Half& at_head, const Half& at_tail, End middle) {
  const End back = middle == End::kHead ? End::kTail : End::kHead;
  const bool head_first = at_head.edges <= at_tail.edges;
  const std::size_t limit = head_first ? edges_after(at_head, middle, kAnyNumber)
                                       : edges_after(at_tail, back, kAnyNumber);
  const bool from_head = head_first ? edges_after(at_tail, back, limit) >= limit
                                    : edges_after(at_head, middle, limit) < limit;
  if (from_head) {
    stamp(at_tail);
    meet_between(at_head, at_tail, middle);
  } else {
    stamp(at_head);
    meet_between(at_tail, at_head, back);
  }
}

// How many pairs of edges begin with one of the half, or `limit` if it is that many or more.
std::size_t GroundJoin::edges_after(const Half& half, End middle, std::size_t limit) const {
  std::size_t count = 0;
  for (const Around& item : half.side->entities) {
    for (const Edge& edge : edges(item.entity, half.end)) {
      count += edges(edge.other, middle).size();
      if (count >= limit) return limit;
    }
  }
  return count;
}

// Calls visit(edge, cost, the place of the side's entity) for the edges that may pay.
template <typename Visit>
void GroundJoin::for_each_edge(const Half& half, Visit visit) {
  const std::vector<Around>& entities = half.side->entities;
  for (std::uint32_t near = 0; near < entities.size(); ++near) {
    stop_if_asked();
    const Around item = entities[near];
    if (!(item.distance < below_)) continue;
    for (const Edge& edge : edges(item.entity, half.end)) {
      const float cost = std::max(item.distance, half.least[edge.relation]);
      if (!(cost < below_) || is_excluded(item.entity, half.end, edge)) continue;
      visit(edge, cost, near);
    }
  }
}

// Calls visit(other, the distance of the anchors) for the neighbours that may pay.
template <typename Visit>
void GroundJoin::for_each_near(EntityId entity, float cost, Visit visit) {
  visit(entity, 0.0F);
  if (is_alone(entity, below_)) return;
  const float most = symbols_.drift(entity) + symbols_.largest_drift();
  for (const Neighbour& item : symbols_.nearby(entity).others()) {
    if (!(item.distance - most < below_) || !(cost < below_)) return;
    visit(item.entity, item.distance);
  }
}

void GroundJoin::stamp(const Half& half) {
  for (const ChainEdge& edge : chain_edges_) chain_ends_.erase(edge.other);
  chain_edges_.clear();
  chain_ends_.resize(facts_.entities());
  chain_first_.resize(facts_.entities());
  for_each_edge(half, [this](const Edge& edge, float cost, std::uint32_t near) {
    const std::uint32_t next = chain_ends_.contains(edge.other) ? chain_first_[edge.other] : kLast;
    chain_ends_.insert(edge.other);
    chain_first_[edge.other] = static_cast<std::uint32_t>(chain_edges_.size());
    chain_edges_.push_back({cost, near, edge.other, edge.relation, next});
  });
}

// Before the other side is marked, so that the first lists arrive meanwhile.
void GroundJoin::collect(const Half& small) {
  small_edges_.clear();
  for_each_edge(small, [this](const Edge& edge, float cost, std::uint32_t near) {
    symbols_.prefetch_place(edge.other);
    small_edges_.push_back({cost, near, edge});
  });
  const std::size_t first = std::min(kAhead, small_edges_.size());
  for (std::size_t i = 0; i < first; ++i) symbols_.prefetch_nearby(small_edges_[i].edge.other);
}

void GroundJoin::meet_stamped(const Half& small, const Half& large) {
  for (std::size_t i = 0; i < small_edges_.size(); ++i) {
    if (i + kAhead < small_edges_.size()) {
      symbols_.prefetch_nearby(small_edges_[i + kAhead].edge.other);
    }
    const SmallEdge& from = small_edges_[i];
    if (!(from.cost < below_)) continue;
    const Met one{small, from.near, from.edge.other, from.edge.relation};
    const auto meet = [&](EntityId middle, float apart) {
      if (!chain_ends_.contains(middle)) return;
      const float drift = symbols_.drift(one.middle) + symbols_.drift(middle);
      const float at_least = std::max(from.cost, apart - drift);
      for (std::uint32_t k = chain_first_[middle]; k != kLast; k = chain_edges_[k].next) {
        const ChainEdge& other = chain_edges_[k];
        if (!(std::max(other.cost, at_least) < below_)) continue;
        offer_meeting(one, {large, other.near, middle, other.relation});
      }
    };
    for_each_near(one.middle, from.cost, meet);
  }
}

// The large side has so many facts that looking up the few that matter beats a walk over all.
void GroundJoin::meet_by_search(const Half& small, const Half& large) {
  for_each_edge(small, [&](const Edge& edge, float cost, std::uint32_t near) {
    const Met one{small, near, edge.other, edge.relation};
    for_each_near(edge.other, cost, [&](EntityId middle, float apart) {
      const float drift = symbols_.drift(one.middle) + symbols_.drift(middle);
      const std::vector<Around>& ends = large.side->entities;
      for (std::uint32_t end = 0; end < ends.size(); ++end) {
        const Around item = ends[end];
        if (!(std::max({cost, item.distance, apart - drift}) < below_)) continue;
        for (const Edge& other : edges_to(edges(item.entity, large.end), middle)) {
          if (!(large.least[other.relation] < below_)) continue;
          if (is_excluded(item.entity, large.end, other)) continue;
          offer_meeting(one, {large, end, middle, other.relation});
        }
      }
    });
  });
}

void GroundJoin::offer_meeting(const Met& one, const Met& other) {
  float distance = std::max(exact(*one.half.side, one.near), exact(*other.half.side, other.near));
  if (!(distance < below_)) return;
  distance = std::max(distance, symbols_.entity(one.middle, other.middle));
  const bool from_head = one.half.side == &head_;
  const Met& first = from_head ? one : other;
  const Met& last = from_head ? other : one;
  offer_path({distance, {first.relation, last.relation}, {first.fact(), last.fact(), kNoFact}});
}

void GroundJoin::meet_between(const Half& from, const Half& to, End middle) {
  for_each_edge(from, [&](const Edge& edge, float cost, std::uint32_t near) {
    const Met one{from, near, edge.other, edge.relation};
    for_each_near(edge.other, cost, [&](EntityId entity, float apart) {
      const float drift = symbols_.drift(one.middle) + symbols_.drift(entity);
      const float so_far = std::max(cost, apart - drift);
      for (const Edge& step : edges(entity, middle)) {
        const float after = std::max(so_far, group_->least(1)[step.relation]);
        if (!(after < below_) || is_excluded(entity, middle, step)) continue;
        meet_after(one, after, {entity, step, middle}, to);
      }
    });
  });
}

void GroundJoin::meet_after(const Met& one, float cost, const Between& between, const Half& to) {
  for_each_near(between.edge.other, cost, [&](EntityId last, float apart) {
    if (!chain_ends_.contains(last)) return;
    const float drift = symbols_.drift(between.edge.other) + symbols_.drift(last);
    const float at_least = std::max(cost, apart - drift);
    for (std::uint32_t k = chain_first_[last]; k != kLast; k = chain_edges_[k].next) {
      const ChainEdge& other = chain_edges_[k];
      if (!(std::max(other.cost, at_least) < below_)) continue;
      offer_meeting(one, between, {to, other.near, last, other.relation});
    }
  });
}

void GroundJoin::offer_meeting(const Met& one, const Between& between, const Met& other) {
  float distance = std::max(exact(*one.half.side, one.near), exact(*other.half.side, other.near));
  if (!(distance < below_)) return;
  distance = std::max({distance, symbols_.entity(one.middle, between.entity),
                       symbols_.entity(between.edge.other, other.middle)});
  const bool from_head = one.half.side == &head_;
  const Met& first = from_head ? one : other;
  const Met& last = from_head ? other : one;
  offer_path({distance,
              {first.relation, between.edge.relation, last.relation},
              {first.fact(), between.fact(), last.fact()}});
}

}  // namespace gntp
