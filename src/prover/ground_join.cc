#include "prover/ground_join.h"

#include <algorithm>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kFirstReach = 4;  // neighbours of the first circle; each next one has twice
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

std::optional<JoinAnswer> GroundJoin::nearest(const JoinQuestion& question) {
  question_ = question;
  best_.reset();
  if (symbols_.is_dense()) {
    find_fact();
    if (!has_rule_below(question_.bound)) return best_;
    search_below(question_.bound);
    return best_;
  }
  for (std::size_t neighbours = kFirstReach;; neighbours *= 2) {
    const float limit = std::min(question.bound, reach_of(neighbours));
    if (!(limit > 0)) continue;
    search_below(limit);
    if (best_ || !(limit < question.bound)) return best_;
  }
}

// Among few entities the nearest fact is found by a walk from the nearest on; what it leaves to the
// rules is little.
void GroundJoin::find_fact() {
  const FactPattern pattern{question_.predicate, question_.head, question_.tail, false,
                            question_.excluded};
  const auto match = search_.nearest(pattern, question_.bound, question_.enough);
  if (!match) return;
  best_ = JoinAnswer{match->distance, kNoRule, 0, {match->fact, kNoFact, kNoFact}};
  question_.bound = match->distance <= question_.enough ? 0 : match->distance;
}

bool GroundJoin::has_rule_below(float bound) const {
  for (std::size_t shape = 0; shape < RulesByShape::kShapes; ++shape) {
    const RulesByShape::Group& group = rules_.group(question_.predicate, shape);
    if (!group.empty() && group.nearest() < bound) return true;
  }
  return false;
}

// A bound below which both entities have about so many neighbours, or all they have.
float GroundJoin::reach_of(std::size_t neighbours) const {
  float reach = 0;
  bool all = true;
  for (const EntityId entity : {question_.head, question_.tail}) {
    if (is_alone(entity, question_.bound)) continue;
    const Neighbours near = symbols_.nearby(entity);
    if (near.size() <= neighbours) continue;
    all = false;
    const float drift = symbols_.drift(entity) + symbols_.largest_drift();
    reach = std::max(reach, near[neighbours].distance - drift);
  }
  return all ? kInfinity : reach;
}

bool GroundJoin::is_alone(EntityId entity, float bound) const {
  return symbols_.nearest_other(entity) >= bound;
}

void GroundJoin::search_below(float limit) {
  below_ = limit;
  gather(question_.head, head_);
  gather(question_.tail, tail_);
  for (const JoinSide* side : {&head_, &tail_}) {
    for (const Around& item : side->entities) facts_.prefetch_facts(item.entity);
  }
  direct(head_, tail_, RulesByShape::kForward);
  direct(tail_, head_, RulesByShape::kBackward);
  for (std::size_t shape = RulesByShape::kChains; shape < RulesByShape::kShapes; ++shape)
    chain(shape);
}

void GroundJoin::gather(EntityId entity, JoinSide& side) const {
  for (const Around& item : side.entities) side.members.erase(item.entity);
  side.members.resize(facts_.entities());
  side.places.resize(facts_.entities());
  side.entity = entity;
  side.entities.clear();
  const auto add = [&](const Around& item) {
    facts_.prefetch_place(item.entity);
    side.members.insert(item.entity);
    side.places[item.entity] = static_cast<std::uint32_t>(side.entities.size());
    side.entities.push_back(item);
  };
  add({0.0F, entity, true});
  if (is_alone(entity, below_)) return;
  const float own = symbols_.drift(entity);
  const float most = own + symbols_.largest_drift();
  for (const Neighbour& item : symbols_.nearby(entity).others()) {
    if (!(item.distance - most < below_)) break;
    const float drift = most == 0 ? 0 : own + symbols_.drift(item.entity);
    if (!(item.distance - drift < below_)) continue;
    add({std::max(0.0F, item.distance - drift), item.entity, drift == 0});
  }
}

// The distance of an entity of the side from the goal's.
float GroundJoin::exact(JoinSide& side, std::uint32_t place) const {
  Around& item = side.entities[place];
  if (!item.exact) {
    item.exact = true;
    item.distance = symbols_.entity(side.entity, item.entity);
  }
  return item.distance;
}

// One fact between the two sides.
void GroundJoin::direct(JoinSide& heads, JoinSide& tails, std::size_t shape) {
  const RulesByShape::Group& group = rules_.group(question_.predicate, shape);
  const bool rules = !group.empty() && group.nearest() < below_;
  const bool facts = shape == RulesByShape::kForward && !symbols_.is_dense();
  if (!rules && !facts) return;
  const auto offer = [&](std::uint32_t from, std::uint32_t to, const Edge& edge) {
    if (!(std::max(heads.entities[from].distance, tails.entities[to].distance) < below_)) return;
    offer_fact(fact_at(heads.entities[from].entity, End::kHead, edge),
               std::max(exact(heads, from), exact(tails, to)), shape);
  };
  for (std::uint32_t from = 0; from < heads.entities.size(); ++from) {
    stop_if_asked();
    if (!(heads.entities[from].distance < below_)) continue;
    const std::span<const Edge> edges = facts_.with_head(heads.entities[from].entity);
    if (tails.entities.size() > 1 && edges.size() <= 16 * tails.entities.size()) {
      for (const Edge& edge : edges) {
        if (tails.members.contains(edge.other)) offer(from, tails.places[edge.other], edge);
      }
      continue;
    }
    for (std::uint32_t to = 0; to < tails.entities.size(); ++to) {
      if (!(tails.entities[to].distance < below_)) continue;
      for (const Edge& edge : edges_to(edges, tails.entities[to].entity)) offer(from, to, edge);
    }
  }
}

void GroundJoin::offer_fact(const Triple& fact, float distance, std::size_t shape) {
  if (!(distance < below_) || fact == question_.excluded) return;
  if (shape == RulesByShape::kForward && !symbols_.is_dense()) {
    const float apart = symbols_.to_relations(question_.predicate)[fact.relation];
    keep({std::max(distance, apart), kNoRule, 0, {fact, kNoFact, kNoFact}});
  }
  group_ = &rules_.group(question_.predicate, shape);
  if (group_->empty() || !(group_->least(0)[fact.relation] < below_)) return;
  offer_path({distance, {fact.relation}, {fact, kNoFact, kNoFact}});
}

void GroundJoin::offer_path(const Path& path) {
  const auto match =
      group_->match(path.relations, path.distance, below_, question_.enough, symbols_);
  if (!match) return;
  JoinAnswer answer{
      match->distance, match->rule->rule, match->rule->head_distance, {kNoFact, kNoFact, kNoFact}};
  const std::span<const RulePath::Step> steps = match->rule->path.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) answer.facts[steps[i].atom] = path.facts[i];
  keep(answer);
}

void GroundJoin::keep(const JoinAnswer& answer) {
  if (!(answer.distance < below_)) return;
  best_ = answer;
  below_ = answer.distance <= question_.enough ? 0 : answer.distance;
}

}  // namespace gntp
