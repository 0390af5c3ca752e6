#include "prover/table_search.h"

#include <algorithm>
#include <tuple>

#include "base/floats.h"
#include "base/stop.h"

namespace gntp {
namespace {

// For heaps whose top comes first.
constexpr auto kComesLater = [](const auto& a, const auto& b) {
  return std::tuple(a.least, a.place, a.between) > std::tuple(b.least, b.place, b.between);
};

}  // namespace

TableSearch::TableSearch(const Reasoner& reasoner)
    : reasoner_(reasoner),
      tables_(*reasoner.tables()),
      facts_(reasoner.graph(), reasoner.symbols(), Unification::kPerTerm),
      candidates_(reasoner.options().depth + 1),
      middles_(reasoner.options().depth + 1) {}

float TableSearch::distance(const Question& question) {
  return start(question).distance;
}

const Proof* TableSearch::prove(const Question& question) {
  const Choice choice = start(question);
  if (choice.distance == kInfinity) return nullptr;
  proof_.steps.clear();
  proof_.total = 0;
  proof_.distance = choice.distance;
  const Goal& goal = question.goal;
  build({goal.predicate,
         goal.head,
         goal.tail,
         {Role::kCompares, Role::kCompares},
         reasoner_.options().depth},
        choice);
  return &proof_;
}

TableSearch::Choice TableSearch::start(const Question& question) {
  excluded_ = question.excluded;
  known_.clear();
  const Goal& goal = question.goal;
  return choose({goal.predicate,
                 goal.head,
                 goal.tail,
                 {Role::kCompares, Role::kCompares},
                 reasoner_.options().depth},
                {question.by_fact, question.rules, 0}, question.bound);
}

// The best below the bound, if there is one.
TableSearch::Choice TableSearch::choose(const OpenGoal& goal, const Means& means, float bound) {
  stop_if_asked();
  Choice best;
  if (means.by_fact == ByFact::kYes) {
    if (const auto match = nearest_fact(goal, bound)) {
      best = {.distance = match->distance, .fact = match->fact};
      bound = match->distance;
    }
  }
  if (goal.level == 0 || bound <= means.enough) return best;
  Candidates& candidates = candidates_[goal.level];
  collect(goal, means.rules, bound, candidates);
  std::ranges::make_heap(candidates, kComesLater);
  while (!candidates.empty() && candidates.front().least < bound && bound > means.enough) {
    const Candidate next = candidates.front();
    std::ranges::pop_heap(candidates, kComesLater);
    candidates.pop_back();
    const Choice choice = follow(goal, means.rules[next.place], next.between, bound);
    if (!(choice.distance < bound)) continue;
    best = choice;
    bound = choice.distance;
  }
  return best;
}

std::optional<FactMatch> TableSearch::nearest_fact(const OpenGoal& goal, float bound) const {
  const bool binds_head = goal.roles.from == Role::kBinds;
  const bool binds_tail = goal.roles.to == Role::kBinds;
  if (!binds_head && !binds_tail) {
    return facts_.nearest({goal.predicate, goal.head, goal.tail, false, excluded_}, bound, 0);
  }
  const StepGraph& graph = reasoner_.graph();
  const SymbolDistances& symbols = reasoner_.symbols();
  const std::span<const float> to_relations = symbols.to_relations(goal.predicate);
  std::optional<FactMatch> best;
  const auto offer = [&](const Triple& fact, float apart) {
    const float distance = std::max(apart, to_relations[fact.relation]);
    if (!(distance < bound) || fact == excluded_) return;
    if (best && std::tuple(best->distance, best->fact) < std::tuple(distance, fact)) return;
    best = FactMatch{distance, fact};
  };
  const EntityId from = binds_head ? goal.head : goal.tail;
  const EntityId to = binds_head ? goal.tail : goal.head;
  for (const StepGraph::Segment& segment : graph.segments(from)) {
    if (is_forwards(segment.step) != binds_head) continue;
    const std::span<const EntityId> others = graph.targets(segment);
    if (!binds_head || !binds_tail) {
      for (const EntityId other : others) {
        offer(fact_of(from, segment.step, other), symbols.entity(to, other));
      }
    } else if (std::ranges::binary_search(others, to)) {
      offer(fact_of(from, segment.step, to), 0);
    }
  }
  return best;
}

// What may lead to a proof below the bound. With every fact in use the first of the nearest does.
void TableSearch::collect(const OpenGoal& goal, std::span<const RuleMatch> rules, float bound,
                          Candidates& candidates) const {
  candidates.clear();
  const auto offer = [&](float least, std::size_t place, std::size_t between) {
    if (!(least < bound)) return;
    if (excluded_ == kNoFact) {
      candidates.clear();
      bound = least;
    }
    candidates.push_back({least, static_cast<std::uint32_t>(place), EntityId(between)});
  };
  const std::size_t below = goal.level - 1;
  for (std::size_t i = 0; i < rules.size() && rules[i].distance < bound; ++i) {
    const TablePaths::Path& path = tables_.paths()[rules[i].rule];
    const float head = rules[i].distance;
    if (path.size == 1) {
      offer(std::max(head, least(hop(goal, path, 0, goal.head, goal.tail))), i, 0);
      continue;
    }
    const auto first =
        tables_.step(below, path.steps[0], path.roles_of(0, goal.roles)).row(goal.head);
    const Matrix& rest = tables_.after_first(below, path, goal.roles.to);
    for (std::size_t between = 0; between < first.size(); ++between) {
      if (!(first[between] < bound)) continue;
      offer(std::max({head, first[between], rest(between, goal.tail)}), i, between);
    }
  }
}

// The best proof by the rule whose path goes through this entity.
TableSearch::Choice TableSearch::follow(const OpenGoal& goal, const RuleMatch& match,
                                        EntityId between, float bound) {
  const TablePaths::Path& path = tables_.paths()[match.rule];
  Choice choice{.match = &match, .between = {between, between}};
  const EntityId second = path.size == 1 ? goal.tail : between;
  const float first = distance_of(hop(goal, path, 0, goal.head, second), bound);
  choice.distance = std::max(match.distance, first);
  if (path.size == 1 || !(choice.distance < bound)) return choice;
  if (path.size == 3) return follow_three(goal, choice, bound);
  const float last = distance_of(hop(goal, path, 1, between, goal.tail), bound);
  choice.distance = std::max(choice.distance, last);
  return choice;
}

// The same from the first entity on the path to the second.
TableSearch::Choice TableSearch::follow_three(const OpenGoal& goal, const Choice& begun,
                                              float bound) {
  const TablePaths::Path& path = tables_.paths()[begun.match->rule];
  const EntityId from = begun.between[0];
  Candidates& candidates = middles_[goal.level];
  candidates.clear();
  for (EntityId to{0}; to < reasoner_.kb().entities.size(); ++to) {
    const float nearest =
        std::max(least(hop(goal, path, 1, from, to)), least(hop(goal, path, 2, to, goal.tail)));
    if (nearest < bound) candidates.push_back({nearest, 0, to});
  }
  std::ranges::make_heap(candidates, kComesLater);
  Choice best = begun;
  best.distance = kInfinity;
  while (!candidates.empty() && candidates.front().least < bound && bound > begun.distance) {
    const EntityId to = candidates.front().between;
    std::ranges::pop_heap(candidates, kComesLater);
    candidates.pop_back();
    const float middle = distance_of(hop(goal, path, 1, from, to), bound);
    if (!(middle < bound)) continue;
    const float last = distance_of(hop(goal, path, 2, to, goal.tail), bound);
    const float distance = std::max({begun.distance, middle, last});
    if (!(distance < bound)) continue;
    best.distance = distance;
    best.between[1] = to;
    bound = distance;
  }
  return best;
}

// Infinite if it is not below the bound.
float TableSearch::distance_of(const Hop& hop, float bound) {
  const float nearest = least(hop);
  if (!(nearest < bound)) return kInfinity;
  if (excluded_ == kNoFact) return nearest;
  const std::uint64_t key = key_of(hop);
  if (const auto found = known_.find(key); found != known_.end()) {
    const Known known = found->second;
    if (!(known.distance < bound)) return kInfinity;
    if (known.exact) return known.distance;
  }
  const OpenGoal goal = goal_of(hop);
  const float distance = choose(goal, means_of(hop, goal, bound), bound).distance;
  known_[key] = distance < bound ? Known{distance, true} : Known{bound, false};
  return distance;
}

TableSearch::OpenGoal TableSearch::goal_of(const Hop& hop) const {
  const TablePaths::TableStep& step = tables_.paths().steps()[hop.step];
  if (step.direction == 0) return {step.predicate, hop.from, hop.to, hop.roles, hop.level};
  return {step.predicate, hop.to, hop.from, {hop.roles.to, hop.roles.from}, hop.level};
}

TableSearch::Means TableSearch::means_of(const Hop& hop, const OpenGoal& goal, float bound) const {
  const float by_fact = tables_.step(0, hop.step, hop.roles)(hop.from, hop.to);
  return {by_fact < bound ? ByFact::kYes : ByFact::kNo, reasoner_.rules().nearest(goal.predicate),
          least(hop)};
}

std::uint64_t TableSearch::key_of(const Hop& hop) const {
  std::uint64_t key = hop.level;
  key = key * tables_.paths().steps().size() + hop.step;
  key = key * StepRoles::kCount + hop.roles.index();
  key = key * reasoner_.kb().entities.size() + hop.from;
  return key * reasoner_.kb().entities.size() + hop.to;
}

// The proof ---------------------------------------------------------------------------------------

// Appends the steps: the choice's own, then those of the body's atoms, left to right.
void TableSearch::build(const OpenGoal& goal, const Choice& choice) {
  if (choice.match == nullptr) {
    append_fact(goal, choice.fact);
    return;
  }
  append_rule(goal, *choice.match);
  const TablePaths::Path& path = tables_.paths()[choice.match->rule];
  std::array<EntityId, RulePath::kMaxSteps + 1> way{goal.head, choice.between[0], choice.between[1],
                                                    goal.tail};
  way[path.size] = goal.tail;
  const float bound = next_above(choice.distance);
  for (std::size_t atom = 0; atom < path.size; ++atom) {
    const auto place = std::ranges::find(path.atoms, atom) - path.atoms.begin();
    const auto i = static_cast<std::size_t>(place);
    const Hop next = hop(goal, path, i, way[i], way[i + 1]);
    const OpenGoal subgoal = goal_of(next);
    build(subgoal, choose(subgoal, means_of(next, subgoal, bound), bound));
  }
}

void TableSearch::append_fact(const OpenGoal& goal, const Triple& fact) {
  const SymbolDistances& symbols = reasoner_.symbols();
  ProofStep step;
  step.kind = ProofStep::Kind::kFact;
  step.fact = fact;
  step.predicate = goal.predicate;
  step.arguments = {goal.head, goal.tail};
  step.add({Link::Kind::kPredicate, goal.predicate, fact.relation,
            symbols.to_relations(goal.predicate)[fact.relation]});
  if (goal.roles.from == Role::kCompares) {
    step.add({Link::Kind::kEntity, goal.head, fact.head, symbols.entity(goal.head, fact.head)});
  }
  if (goal.roles.to == Role::kCompares) {
    step.add({Link::Kind::kEntity, goal.tail, fact.tail, symbols.entity(goal.tail, fact.tail)});
  }
  append(step);
}

void TableSearch::append_rule(const OpenGoal& goal, const RuleMatch& match) {
  ProofStep step;
  step.kind = ProofStep::Kind::kRule;
  step.rule = match.rule;
  step.predicate = goal.predicate;
  step.arguments = {goal.head, goal.tail};
  step.add({Link::Kind::kPredicate, goal.predicate, reasoner_.kb().rules.head_predicate(match.rule),
            match.predicate});
  if (const float confidence = reasoner_.model().rule_distance(match.rule); confidence > 0) {
    step.add({Link::Kind::kConfidence, match.rule, match.rule, confidence});
  }
  append(step);
}

void TableSearch::append(ProofStep step) {
  for (const Link& link : step.links()) step.distance = std::max(step.distance, link.distance);
  proof_.total += step.distance;
  proof_.steps.push_back(step);
}

}  // namespace gntp
