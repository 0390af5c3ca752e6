#include "prover/body_join.h"

#include <algorithm>
#include <initializer_list>

namespace gntp {
namespace {

constexpr std::size_t kFirstReach = 4;  // neighbours of the first circle; each next one has twice
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

// The next number to stamp with; when all have been used, the stamps are wiped and it starts anew.
void BodyJoin::advance(std::uint32_t& number,
                       std::initializer_list<std::vector<std::uint32_t>*> stamps) {
  if (++number != 0) return;
  for (std::vector<std::uint32_t>* wiped : stamps) std::ranges::fill(*wiped, 0U);
  number = 1;
}

std::optional<BodyJoin::Answer> BodyJoin::nearest(const Question& question) {
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
void BodyJoin::find_fact() {
  const FactPattern pattern{question_.predicate, question_.head, question_.tail, false,
                            question_.excluded};
  const auto match = search_.nearest(pattern, question_.bound, question_.enough);
  if (!match) return;
  best_ = Answer{match->distance, kNoRule, 0, {match->fact, kNoFact, kNoFact}};
  question_.bound = match->distance <= question_.enough ? 0 : match->distance;
}

bool BodyJoin::has_rule_below(float bound) const {
  for (std::size_t shape = 0; shape < JoinRules::kShapes; ++shape) {
    const JoinRules::Group& group = rules_.group(question_.predicate, shape);
    if (!group.empty() && group.nearest() < bound) return true;
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
    const float drift = symbols_.drift(entity) + symbols_.largest_drift();
    reach = std::max(reach, near[neighbours].distance - drift);
  }
  return all ? kInfinity : reach;
}

bool BodyJoin::is_alone(Id entity, float bound) const {
  return symbols_.nearest_other(entity) >= bound;
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
void BodyJoin::direct(Side& heads, Side& tails, std::size_t shape) {
  const JoinRules::Group& group = rules_.group(question_.predicate, shape);
  const bool rules = !group.empty() && group.nearest() < below_;
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

void BodyJoin::offer_fact(const Edge& edge, float distance, std::size_t shape) {
  if (!(distance < below_) || edge.fact == question_.excluded) return;
  if (shape == JoinRules::kForward && !symbols_.is_dense()) {
    const float apart = symbols_.to_relations(question_.predicate)[edge.relation];
    keep({std::max(distance, apart), kNoRule, 0, {edge.fact, kNoFact, kNoFact}});
  }
  group_ = &rules_.group(question_.predicate, shape);
  if (group_->empty() || !(group_->least(0)[edge.relation] < below_)) return;
  offer_path({distance, {edge.relation, 0, 0}, {edge.fact, kNoFact, kNoFact}});
}

void BodyJoin::offer_path(const Path& path) {
  if (!(path.distance < below_)) return;
  for (const JoinRule& rule : group_->starting_with(path.relations[0])) {
    if (!(rule.cost < below_)) break;
    float distance = std::max(path.distance, rule.head_distance);
    const std::span<const RulePath::Step> steps = rule.path.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      distance = std::max(distance, symbols_.to_relations(steps[i].predicate)[path.relations[i]]);
    }
    if (!(distance < below_)) continue;
    Answer answer{distance, rule.rule, rule.head_distance, {kNoFact, kNoFact, kNoFact}};
    for (std::size_t i = 0; i < steps.size(); ++i) answer.facts[steps[i].atom] = path.facts[i];
    keep(answer);
    if (!(path.distance < below_)) return;
  }
}

void BodyJoin::keep(const Answer& answer) {
  if (!(answer.distance < below_)) return;
  best_ = answer;
  below_ = answer.distance <= question_.enough ? 0 : answer.distance;
}

}  // namespace gntp
