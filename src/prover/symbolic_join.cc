#include "prover/symbolic_join.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/stop.h"

namespace gntp {
namespace {

using Segment = StepGraph::Segment;

constexpr std::size_t kFew = 64;  // facts whose ends are looked up among others in no time

// The ids from the first on that is not below `id`; quick where that is near.
std::span<const EntityId> ids_from(std::span<const EntityId> ids, EntityId id) {
  std::size_t end = 1;
  while (end < ids.size() && ids[end] < id) end *= 2;
  const auto near = ids.first(std::min(end + 1, ids.size())).subspan(end / 2);
  const auto first = std::ranges::lower_bound(near, id);
  return ids.subspan(end / 2 + static_cast<std::size_t>(first - near.begin()));
}

// Whether `accepts` takes an id of both; the last that it is asked about is the first it takes.
template <typename Accepts>
bool have_common(std::span<const EntityId> few, std::span<const EntityId> many, Accepts accepts) {
  if (few.size() > many.size()) std::swap(few, many);
  for (const EntityId id : few) {
    many = ids_from(many, id);
    if (many.empty()) return false;
    if (many.front() == id && accepts(id)) return true;
  }
  return false;
}

std::size_t count_ends(std::span<const Segment> segments) {
  std::size_t count = 0;
  for (const Segment& segment : segments) count += segment.size();
  return count;
}

}  // namespace

std::optional<JoinAnswer> SymbolicJoin::nearest(const JoinQuestion& question) {
  question_ = question;
  below_ = question.bound;
  best_.reset();
  const std::array both{question.head, question.tail};
  graph_.fetch_ahead(0, both.size(), [&](std::size_t at) { return both[at]; });
  gather(question.head, head_);
  gather(question.tail, tail_);
  for (std::size_t shape = 0; shape < RulesByShape::kChains; ++shape) direct(shape);
  for (std::size_t shape = RulesByShape::kChains; shape < RulesByShape::kShapes; ++shape) {
    chain(shape);
  }
  return best_;
}

// Goals that follow each other often have an entity in common.
void SymbolicJoin::gather(EntityId entity, Side& side) const {
  if (side.entity == entity) return;
  side.entity = entity;
  for (Segments& segments : side.by_direction) segments.clear();
  for (const Segment& segment : graph_.segments(entity)) {
    side.by_direction[is_forwards(segment.step) ? 0 : 1].push_back(segment);
  }
}

// The least that a proof costs in which a fact of the segment takes the step.
float SymbolicJoin::least(const Segment& segment, std::size_t step) const {
  return group_->least(step)[relation_of(segment.step)];
}

// One fact between head and tail: the goal itself, or the body of a rule.
void SymbolicJoin::direct(std::size_t shape) {
  group_ = &rules_.group(question_.predicate, shape);
  const bool by_rules = !group_->empty() && group_->nearest() < below_;
  const bool by_fact = shape == RulesByShape::kForward;
  if (!by_rules && !by_fact) return;
  const std::size_t direction = RulesByShape::direction(shape, 0);
  const Segments& at_head = head_.by_direction[direction];
  const Segments& at_tail = tail_.by_direction[1 - direction];
  const bool from_head = at_head.size() <= at_tail.size();
  const auto [from, to] = from_head ? std::pair(question_.head, question_.tail)
                                    : std::pair(question_.tail, question_.head);
  for (const Segment& segment : from_head ? at_head : at_tail) {
    const RelationId relation = relation_of(segment.step);
    const float apart = by_fact ? symbols_.to_relations(question_.predicate)[relation]
                                : std::numeric_limits<float>::infinity();
    if (!(apart < below_) && !(by_rules && least(segment, 0) < below_)) continue;
    if (!std::ranges::binary_search(graph_.targets(segment), to)) continue;
    const Path path{{relation}, {fact_of(from, segment.step, to), kNoFact, kNoFact}};
    if (path.facts[0] == question_.excluded) continue;
    if (apart < below_) keep({apart, kNoRule, 0, path.facts});
    if (!by_rules) continue;
    const auto match = group_->match(path.relations, 0, below_, question_.enough, symbols_);
    if (match) offer(*match, path);
  }
}

void SymbolicJoin::chain(std::size_t shape) {
  group_ = &rules_.group(question_.predicate, shape);
  if (group_->empty() || !(group_->nearest() < below_)) return;
  const bool is_long = shape >= RulesByShape::kLongChains;
  const std::size_t last = is_long ? 2 : 1;
  End from{question_.head, head_.by_direction[RulesByShape::direction(shape, 0)], 0};
  End to{question_.tail, tail_.by_direction[1 - RulesByShape::direction(shape, last)], last};
  if (from.segments.empty() || to.segments.empty()) return;
  if (!is_long) {
    join_two(from, to);
    return;
  }
  std::size_t middle = RulesByShape::direction(shape, 1);
  if (count_ends(to.segments) < count_ends(from.segments)) {
    std::swap(from, to);
    middle = 1 - middle;
  }
  join_three(from, to, middle);
}

// Two facts that meet in a third entity: which one it is makes no difference to the distance.
void SymbolicJoin::join_two(const End& from, const End& to) {
  for (const Segment& first : from.segments) {
    stop_if_asked();
    if (!(least(first, from.step) < below_)) continue;
    Path path{};
    path.relations[from.step] = relation_of(first.step);
    meet(path, from.step, from.entity, first, to);
  }
}

// Three facts: one after the other from one end, the third between there and the other.
void SymbolicJoin::join_three(const End& from, const End& to, std::size_t middle) {
  for (const Segment& first : from.segments) {
    if (!(least(first, from.step) < below_)) continue;
    Path path{};
    path.relations[from.step] = relation_of(first.step);
    const std::span<const EntityId> places = graph_.targets(first);
    for (std::size_t i = 0; i < places.size(); ++i) {
      stop_if_asked();
      graph_.fetch_ahead(i, places.size(), [&](std::size_t at) { return places[at]; });
      path.facts[from.step] = fact_of(from.entity, first.step, places[i]);
      if (path.facts[from.step] == question_.excluded) continue;
      for (const Segment& second : graph_.segments(places[i])) {
        if (is_forwards(second.step) != (middle == 0) || !(least(second, 1) < below_)) continue;
        path.relations[1] = relation_of(second.step);
        meet(path, 1, places[i], second, to);
      }
    }
  }
}

// The chains whose fact at `step` is one of the segment's, and whose next is one of the end's.
// Where one of the two has few facts, most often nothing meets: that is the first to ask then.
void SymbolicJoin::meet(Path path, std::size_t step, EntityId entity, const Segment& segment,
                        const End& to) {
  const std::span<const EntityId> places = graph_.targets(segment);
  for (const Segment& last : to.segments) {
    if (!(least(last, to.step) < below_)) continue;
    path.relations[to.step] = relation_of(last.step);
    const auto meets = [&] {
      return have_common(places, graph_.targets(last), [&](EntityId id) {
        path.facts[step] = fact_of(entity, segment.step, id);
        path.facts[to.step] = fact_of(to.entity, last.step, id);
        return path.facts[step] != question_.excluded && path.facts[to.step] != question_.excluded;
      });
    };
    const bool has_few = std::min(segment.size(), last.size()) <= kFew;
    if (has_few && !meets()) continue;
    const auto match = group_->match(path.relations, 0, below_, question_.enough, symbols_);
    if (match && (has_few || meets())) offer(*match, path);
  }
}

void SymbolicJoin::offer(const RulesByShape::Group::Match& match, const Path& path) {
  JoinAnswer answer{match.distance, match.rule->rule, match.rule->head_distance, {}};
  answer.facts.fill(kNoFact);
  const std::span<const RulePath::Step> steps = match.rule->path.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) answer.facts[steps[i].atom] = path.facts[i];
  keep(answer);
}

void SymbolicJoin::keep(const JoinAnswer& answer) {
  best_ = answer;
  below_ = answer.distance <= question_.enough ? 0 : answer.distance;
}

}  // namespace gntp
