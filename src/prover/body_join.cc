#include "prover/body_join.h"

#include <algorithm>
#include <initializer_list>

namespace gntp {
namespace {

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFirstReach = 4;  // neighbours of the first circle; each next one has 4 times
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The edges from the first on that ends in `other` or a later entity; quick where that is near.
std::span<const Edge> edges_from(std::span<const Edge> edges, Id other) {
  std::size_t step = 1;
  while (step < edges.size() && edges[step].other < other) step *= 2;
  const auto near = edges.first(std::min(step + 1, edges.size())).subspan(step / 2);
  const auto first = std::ranges::lower_bound(near, other, {}, &Edge::other);
  return edges.subspan(step / 2 + static_cast<std::size_t>(first - near.begin()));
}

// The next number to stamp with; when all have been used, the stamps are wiped and it starts anew.
void advance(std::uint32_t& number, std::initializer_list<std::vector<std::uint32_t>*> stamps) {
  if (++number != 0) return;
  for (std::vector<std::uint32_t>* wiped : stamps) std::ranges::fill(*wiped, 0U);
  number = 1;
}

}  // namespace

std::optional<BodyJoin::Answer> BodyJoin::nearest(const Question& question) {
  question_ = question;
  best_.reset();
  if (symbols_.is_dense()) {
    find_fact();
    if (!has_rule_below(question_.bound)) return best_;
    search_below(question_.bound);
    return best_;
  }
  for (std::size_t neighbours = kFirstReach;; neighbours *= 4) {
    const float limit = std::min(question.bound, reach_of(neighbours));
    search_below(limit);
    if (best_ || !(limit < question.bound)) return best_;
  }
}

// Among few entities the nearest fact is found by a walk from the nearest on; what it leaves to the
// rules is little.
void BodyJoin::find_fact() {
  const FactPattern pattern{question_.predicate, question_.head, question_.tail, false,
                            question_.excluded};
  const auto match = search_.nearest(pattern, question_.bound, question_.enough);
  if (!match) return;
  best_ = Answer{match->distance, kNoRule, 0, {match->fact, kNoFact}};
  question_.bound = match->distance <= question_.enough ? 0 : match->distance;
}

bool BodyJoin::has_rule_below(float bound) const {
  for (std::size_t shape = 0; shape < JoinRules::kShapes; ++shape) {
    const JoinRules::Group& group = rules_.group(question_.predicate, shape);
    if (!group.rules.empty() && group.rules.front().head_distance < bound) return true;
  }
  return false;
}

// A bound below which both entities have about so many neighbours, or all they have.
float BodyJoin::reach_of(std::size_t neighbours) const {
  float reach = 0;
  bool all = true;
  for (const Id entity : {question_.head, question_.tail}) {
    if (is_alone(entity, question_.bound)) continue;
    const std::span<const Neighbour> near = symbols_.nearby(entity);
    if (near.size() <= neighbours) continue;
    all = false;
    reach = std::max(reach, near[neighbours].distance);
  }
  return all ? kInfinity : reach;
}

bool BodyJoin::is_alone(Id entity, float bound) const {
  return symbols_.clearance(entity) - symbols_.drift(entity) - symbols_.largest_drift() >= bound;
}

void BodyJoin::search_below(float limit) {
  below_ = limit;
  advance(circle_, {&head_.stamps, &head_.exact_stamps, &tail_.stamps, &tail_.exact_stamps});
  gather(question_.head, head_);
  gather(question_.tail, tail_);
  direct(head_, tail_, JoinRules::kForward);
  direct(tail_, head_, JoinRules::kBackward);
  for (std::size_t shape = JoinRules::kChains; shape < JoinRules::kShapes; ++shape) chain(shape);
}

void BodyJoin::gather(Id entity, Side& side) const {
  const std::size_t entities = facts_.entities();
  if (side.stamps.size() != entities) {
    side.stamps.assign(entities, 0);
    side.exact_stamps.assign(entities, 0);
    side.distances.resize(entities);
  }
  side.entity = entity;
  side.entities.clear();
  const auto add = [&](Id other, float distance) {
    side.entities.push_back({distance, other});
    side.stamps[other] = circle_;
    side.distances[other] = distance;
  };
  add(entity, 0);
  side.exact_stamps[entity] = circle_;
  if (is_alone(entity, below_)) return;
  const float own = symbols_.drift(entity);
  const float most = own + symbols_.largest_drift();
  for (const Neighbour& item : symbols_.nearby(entity).subspan(1)) {
    if (!(item.distance - most < below_)) break;
    const float drift = most == 0 ? 0 : own + symbols_.drift(item.entity);
    if (!(item.distance - drift < below_)) continue;
    add(item.entity, std::max(0.0F, item.distance - drift));
    if (drift == 0) side.exact_stamps[item.entity] = circle_;
  }
}

// The distance of an entity of the side from the goal's.
float BodyJoin::exact(Side& side, Id entity) const {
  if (side.exact_stamps[entity] != circle_) {
    side.exact_stamps[entity] = circle_;
    side.distances[entity] = symbols_.entity(side.entity, entity);
  }
  return side.distances[entity];
}

// One fact between the two sides.
void BodyJoin::direct(Side& heads, Side& tails, JoinRules::Shape shape) {
  const JoinRules::Group& group = rules_.group(question_.predicate, shape);
  const bool rules = !group.rules.empty() && group.rules.front().head_distance < below_;
  const bool facts = shape == JoinRules::kForward && !symbols_.is_dense();
  if (!rules && !facts) return;
  const auto offer = [&](Id from, const Edge& edge) {
    if (!(std::max(heads.distances[from], tails.distances[edge.other]) < below_)) return;
    offer_fact(edge, std::max(exact(heads, from), exact(tails, edge.other)), shape);
  };
  for (const Neighbour& from : heads.entities) {
    if (!(from.distance < below_)) continue;
    const std::span<const Edge> edges = facts_.with_head(from.entity);
    if (tails.entities.size() > 1 && edges.size() <= 16 * tails.entities.size()) {
      for (const Edge& edge : edges) {
        if (tails.stamps[edge.other] == circle_) offer(from.entity, edge);
      }
      continue;
    }
    for (const Neighbour& to : tails.entities) {
      if (!(to.distance < below_)) continue;
      for (const Edge& edge : edges_to(edges, to.entity)) offer(from.entity, edge);
    }
  }
}

void BodyJoin::offer_fact(const Edge& edge, float distance, JoinRules::Shape shape) {
  if (!(distance < below_) || edge.fact == question_.excluded) return;
  if (shape == JoinRules::kForward && !symbols_.is_dense()) {
    const float apart = symbols_.to_relations(question_.predicate)[edge.relation];
    keep({std::max(distance, apart), kNoRule, 0, {edge.fact, kNoFact}});
  }
  const JoinRules::Group& group = rules_.group(question_.predicate, shape);
  if (group.rules.empty() || !(std::max(distance, group.at_head[edge.relation]) < below_)) return;
  for (const JoinRule& rule : group.rules) {
    const float head = std::max(distance, rule.head_distance);
    if (!(head < below_)) break;
    const float apart = symbols_.to_relations(rule.at_head)[edge.relation];
    keep({std::max(head, apart), rule.rule, rule.head_distance, {edge.fact, kNoFact}});
  }
}

// Two facts that meet in a third entity: the edges of the side with fewer, and from where they end
// the neighbours that the other side's edges end in.
void BodyJoin::chain(std::size_t shape) {
  const JoinRules::Group& group = rules_.group(question_.predicate, shape);
  if (group.rules.empty() || !(group.rules.front().head_distance < below_)) return;
  group_ = &group;
  const Half at_head =
      half(head_, JoinRules::head_leads(shape) ? End::kHead : End::kTail, group.at_head);
  const Half at_tail =
      half(tail_, JoinRules::tail_ends(shape) ? End::kTail : End::kHead, group.at_tail);
  if (at_head.edges == 0 || at_tail.edges == 0) return;
  const bool from_head = at_head.edges <= at_tail.edges;
  const Half& small = from_head ? at_head : at_tail;
  const Half& large = from_head ? at_tail : at_head;
  const std::size_t searches =
      small.edges * small.side->entities.size() * large.side->entities.size();
  if (symbols_.is_symbolic() || large.edges > 32 * searches) {
    meet_by_search(small, large);
  } else {
    stamp(large);
    meet_stamped(small, large);
  }
}

BodyJoin::Half BodyJoin::half(Side& side, End end, std::span<const float> least) const {
  std::size_t count = 0;
  for (const Neighbour& item : side.entities) count += edges(item.entity, end).size();
  return {&side, end, least, count};
}

// Calls visit(edge, cost, the side's entity) for the edges that may pay.
template <typename Visit>
void BodyJoin::for_each_edge(const Half& half, Visit visit) {
  for (const Neighbour& item : half.side->entities) {
    if (!(item.distance < below_)) continue;
    for (const Edge& edge : edges(item.entity, half.end)) {
      const float cost = std::max(item.distance, half.least[edge.relation]);
      if (!(cost < below_) || edge.fact == question_.excluded) continue;
      visit(edge, cost, item.entity);
    }
  }
}

// Calls visit(other, a lower bound of its distance) for the neighbours that may pay.
template <typename Visit>
void BodyJoin::for_each_near(Id entity, float cost, Visit visit) {
  visit(entity, 0.0F);
  if (is_alone(entity, below_)) return;
  const float most = symbols_.drift(entity) + symbols_.largest_drift();
  for (const Neighbour& item : symbols_.nearby(entity).subspan(1)) {
    if (!(item.distance - most < below_) || !(cost < below_)) return;
    visit(item.entity, item.distance - most);
  }
}

void BodyJoin::stamp(const Half& half) {
  chain_stamps_.resize(facts_.entities());
  chain_first_.resize(facts_.entities());
  chain_edges_.clear();
  advance(chain_, {&chain_stamps_});
  for_each_edge(half, [this](const Edge& edge, float cost, Id near) {
    const bool first = chain_stamps_[edge.other] != chain_;
    const std::uint32_t next = first ? kLast : chain_first_[edge.other];
    chain_stamps_[edge.other] = chain_;
    chain_first_[edge.other] = static_cast<std::uint32_t>(chain_edges_.size());
    chain_edges_.push_back({cost, near, edge.relation, edge.fact, next});
  });
}

void BodyJoin::meet_stamped(const Half& small, const Half& large) {
  for_each_edge(small, [&](const Edge& edge, float cost, Id near) {
    const Met one{small, near, edge.other, edge.relation, edge.fact};
    for_each_near(edge.other, cost, [&](Id middle, float at_least) {
      if (chain_stamps_[middle] != chain_) return;
      for (std::uint32_t i = chain_first_[middle]; i != kLast; i = chain_edges_[i].next) {
        const ChainEdge& other = chain_edges_[i];
        if (!(std::max({cost, other.cost, at_least}) < below_)) continue;
        offer_meeting(one, {large, other.near, middle, other.relation, other.fact});
      }
    });
  });
}

// The large side has so many facts that looking up the few that matter beats a walk over all; or
// both sides are single entities, whose sorted edges are walked together.
void BodyJoin::meet_by_search(const Half& small, const Half& large) {
  if (symbols_.is_symbolic()) {
    std::span<const Edge> rest = edges(large.side->entity, large.end);
    for_each_edge(small, [&](const Edge& edge, float, Id near) {
      const Met one{small, near, edge.other, edge.relation, edge.fact};
      rest = edges_from(rest, edge.other);
      for (const Edge& other : rest) {
        if (other.other != edge.other) break;
        if (!(large.least[other.relation] < below_) || other.fact == question_.excluded) continue;
        offer_meeting(one, {large, large.side->entity, edge.other, other.relation, other.fact});
      }
    });
    return;
  }
  for_each_edge(small, [&](const Edge& edge, float cost, Id near) {
    const Met one{small, near, edge.other, edge.relation, edge.fact};
    for_each_near(edge.other, cost, [&](Id middle, float at_least) {
      for (const Neighbour& item : large.side->entities) {
        if (!(std::max({cost, item.distance, at_least}) < below_)) continue;
        for (const Edge& other : edges_to(edges(item.entity, large.end), middle)) {
          if (!(large.least[other.relation] < below_) || other.fact == question_.excluded) continue;
          offer_meeting(one, {large, item.entity, middle, other.relation, other.fact});
        }
      }
    });
  });
}

void BodyJoin::offer_meeting(const Met& one, const Met& other) {
  float distance = std::max(exact(*one.half.side, one.near), exact(*other.half.side, other.near));
  if (!(distance < below_)) return;
  distance = std::max(distance, symbols_.entity(one.middle, other.middle));
  if (one.half.side == &head_) {
    offer_path({distance, {one.relation, other.relation}, {one.fact, other.fact}});
  } else {
    offer_path({distance, {other.relation, one.relation}, {other.fact, one.fact}});
  }
}

void BodyJoin::offer_path(const Path& path) {
  if (!(path.distance < below_)) return;
  for (const JoinRule& rule : group_->rules) {
    const float head = std::max(path.distance, rule.head_distance);
    if (!(head < below_)) break;
    const float apart = std::max(symbols_.to_relations(rule.at_head)[path.relations[0]],
                                 symbols_.to_relations(rule.at_tail)[path.relations[1]]);
    const std::size_t first = rule.first_fact;
    keep({std::max(head, apart),
          rule.rule,
          rule.head_distance,
          {path.facts[first], path.facts[1 - first]}});
  }
}

void BodyJoin::keep(const Answer& answer) {
  if (!(answer.distance < below_)) return;
  best_ = answer;
  below_ = answer.distance <= question_.enough ? 0 : answer.distance;
}

}  // namespace gntp
