#include "prover/answer_join.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr EntityId kUnknown = EntityId::none();

EntityId value_of(const Term& term, std::span<const EntityId> row) {
  return term.is_variable() ? row[term.id] : term.entity_id();
}

}  // namespace

AnswerJoin::AnswerJoin(const Reasoner& reasoner)
    : reasoner_(reasoner), cheapest_(reasoner.kb().entities.size()) {}

// The questions ----------------------------------------------------------------------------------

void AnswerJoin::run(const AnswerQuery& query, float limit, SparseMinimum& answers) {
  run_facts(query, limit, answers);
  if (reasoner_.options().depth == 0) return;
  run_rules(query, reasoner_.rules().nearest(query.predicate), limit, answers);
}

void AnswerJoin::run_facts(const AnswerQuery& query, float limit, SparseMinimum& answers) {
  by_facts(goal_of(query), limit, solutions_);
  offer(query, answers);
}

void AnswerJoin::run_rules(const AnswerQuery& query, std::span<const RuleMatch> rules, float limit,
                           SparseMinimum& answers) {
  const OpenGoal goal = goal_of(query);
  for (const RuleMatch& match : rules) {
    if (match.distance > limit) break;
    by_rule(match, goal, reasoner_.options().depth - 1, limit, solutions_);
    offer(query, answers);
  }
}

AnswerJoin::OpenGoal AnswerJoin::goal_of(const AnswerQuery& query) {
  const std::size_t asked = query.asked == AskedSide::kHead ? 0 : 1;
  OpenGoal goal{query.predicate, {}, {query.known, query.known}};
  goal.kind.same = false;
  goal.kind.arguments.fill({Role::kCompares, true});
  goal.kind.arguments[asked].known = false;
  goal.values[asked] = kUnknown;
  return goal;
}

void AnswerJoin::offer(const AnswerQuery& query, SparseMinimum& answers) {
  const std::size_t asked = query.asked == AskedSide::kHead ? 0 : 1;
  for (const Solution& solution : solutions_) {
    answers.offer(solution.values[asked], solution.distance);
  }
  solutions_.clear();
}

// The search -------------------------------------------------------------------------------------

// Appends the goal's solutions up to the limit; the same values may come more than once.
void AnswerJoin::solve(const OpenGoal& goal, std::size_t depth, float limit,
                       std::vector<Solution>& out) {
  by_facts(goal, limit, out);
  if (depth == 0) return;
  for (const RuleMatch& match : reasoner_.rules().nearest(goal.predicate)) {
    if (match.distance > limit) break;
    by_rule(match, goal, depth - 1, limit, out);
  }
}

// From a known argument to the facts around it; a scan of the relations where there is none.
void AnswerJoin::by_facts(const OpenGoal& goal, float limit, std::vector<Solution>& out) const {
  const auto& [first, second] = goal.kind.arguments;
  if (!first.known && !second.known) {
    by_scan(goal, limit, out);
    return;
  }
  const StepGraph& graph = reasoner_.graph();
  std::size_t lead = first.known ? 0 : 1;
  if (first.known && second.known && !goal.kind.same && first.role != Role::kBinds) {
    const bool fewer = graph.degree(goal.values[1]) < graph.degree(goal.values[0]);
    lead = second.role == Role::kBinds || fewer ? 1 : 0;
  }
  ArgumentKind far = goal.kind.arguments[1 - lead];
  if (goal.kind.same) far = {Role::kCompares, true};  // the fact's head has bound it
  const std::span<const float> to_relation = reasoner_.symbols().to_relations(goal.predicate);
  const Neighbours near = reasoner_.symbols().neighbours(goal.values[lead]);
  const bool exact = goal.kind.arguments[lead].role == Role::kBinds;
  for (const Neighbour& start : near.span().first(exact ? 1 : near.size())) {
    if (start.distance > limit) break;
    for (const StepGraph::Segment& segment : graph.segments(start.entity)) {
      const float predicate = to_relation[relation_of(segment.step)];
      if (is_forwards(segment.step) != (lead == 0) || predicate > limit) continue;
      for (const EntityId other : graph.targets(segment)) {
        if (fact_of(start.entity, segment.step, other) == excluded_) continue;
        meet(far, goal.values[1 - lead], other, limit, [&](EntityId value, float link) {
          Solution solution{goal.values, 0};
          solution.values[1 - lead] = value;
          std::array<float, 3> compared{predicate, start.distance, link};
          if (lead == 1) std::swap(compared[1], compared[2]);
          solution.distance = combine(compared);
          if (solution.distance <= limit) out.push_back(solution);
        });
      }
    }
  }
}

void AnswerJoin::by_scan(const OpenGoal& goal, float limit, std::vector<Solution>& out) const {
  const ArgumentKind& first = goal.kind.arguments[0];
  const ArgumentKind& second = goal.kind.arguments[1];
  const std::span<const float> to_relation = reasoner_.symbols().to_relations(goal.predicate);
  for (RelationId relation{0}; relation < to_relation.size(); ++relation) {
    if (to_relation[relation] > limit) continue;
    reasoner_.graph().for_each_with(relation, [&](const Triple& fact) {
      if (fact == excluded_) return;
      meet(first, kUnknown, fact.head, limit, [&](EntityId head, float head_link) {
        const ArgumentKind far = goal.kind.same ? ArgumentKind{Role::kCompares, true} : second;
        meet(far, head, fact.tail, limit, [&](EntityId tail, float tail_link) {
          const float distance = combine({to_relation[relation], head_link, tail_link});
          if (distance <= limit) out.push_back({{head, tail}, distance});
        });
      });
    });
  }
}

// r(X, c) holds of every X. Entities and relations are symbols.
void AnswerJoin::by_bodiless(const RuleMatch& match, const OpenGoal& goal, float limit,
                             std::vector<Solution>& out) const {
  const Rule rule = reasoner_.kb().rules[match.rule];
  const std::size_t variable = rule.head.arguments[0].is_variable() ? 0 : 1;
  const EntityId constant = rule.head.arguments[1 - variable].entity_id();
  const auto& kinds = goal.kind.arguments;
  const bool is_answer = !kinds[1 - variable].known || goal.values[1 - variable] == constant;
  if (match.distance > limit || !is_answer) return;
  Solution solution{goal.values, match.distance};
  solution.values[1 - variable] = constant;
  if (kinds[variable].known || goal.kind.same) {
    if (goal.kind.same) solution.values[variable] = constant;
    out.push_back(solution);
    return;
  }
  for (EntityId each{0}; each < reasoner_.kb().entities.size(); ++each) {
    solution.values[variable] = each;
    out.push_back(solution);
  }
}

void AnswerJoin::by_rule(const RuleMatch& match, const OpenGoal& goal, std::size_t depth,
                         float limit, std::vector<Solution>& out) {
  if (reasoner_.kb().rules.atoms(match.rule) == 1) {
    by_bodiless(match, goal, limit, out);
    return;
  }
  const RulePlan& plan = plan_for(match.rule, goal.kind);
  if (applications_.size() == application_count_) applications_.emplace_back();
  Application& work = applications_[application_count_++];
  work.rows.start(plan.columns);
  if (place_goal(plan, goal, work.start)) {
    work.confidence = reasoner_.model().rule_distance(match.rule);
    unify_head(plan, 0, {match.predicate, 0, 0}, limit, work);
  }
  for (std::size_t i = 0; i < plan.body.size() && work.rows.size() > 0; ++i) {
    prove_atom(plan.body[i], depth, limit, work);
    keep_cheapest(plan.live[i], work);
  }
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    const std::span<const EntityId> row = work.rows.row(i);
    out.push_back(
        {{value_of(plan.goal[0], row), value_of(plan.goal[1], row)}, work.rows.distances[i]});
  }
  --application_count_;
}

// The row to start from; false where the goal's values contradict each other.
bool AnswerJoin::place_goal(const RulePlan& plan, const OpenGoal& goal,
                            std::vector<EntityId>& row) const {
  row.assign(plan.columns, kUnknown);
  for (std::size_t i = 0; i < 2; ++i) {
    if (!goal.kind.arguments[i].known) continue;
    const Term& term = plan.goal[i];
    if (term.is_variable() && row[term.id] == kUnknown) row[term.id] = goal.values[i];
    if (value_of(term, row) != goal.values[i]) return false;
  }
  return true;
}

// The comparisons from the given one on; then the row `work.start` is a partial proof.
void AnswerJoin::unify_head(const RulePlan& plan, std::size_t comparison,
                            std::array<float, 3> compared, float limit, Application& work) const {
  if (comparison == plan.comparisons.size()) {
    const float distance = plus(combine(compared), work.confidence);
    if (distance <= limit) work.rows.append(work.start, distance);
    return;
  }
  const auto& [position, goal, head] = plan.comparisons[comparison];
  const EntityId goal_value = value_of(goal, work.start);
  const EntityId head_value = value_of(head, work.start);
  float& link = compared[1 + position];
  if (goal_value != kUnknown && head_value != kUnknown) {
    link = reasoner_.symbols().entity(goal_value, head_value);
    unify_head(plan, comparison + 1, compared, limit, work);
    return;
  }
  const Term& open = goal_value == kUnknown ? goal : head;
  const EntityId known = goal_value == kUnknown ? head_value : goal_value;
  if (known == kUnknown) {
    for (EntityId entity{0}; entity < reasoner_.kb().entities.size(); ++entity) {
      work.start[open.id] = entity;
      unify_head(plan, comparison, compared, limit, work);
    }
  } else {
    for (const Neighbour& near : reasoner_.symbols().neighbours(known)) {
      if (near.distance > limit) break;
      work.start[open.id] = near.entity;
      link = near.distance;
      unify_head(plan, comparison + 1, compared, limit, work);
    }
  }
  work.start[open.id] = kUnknown;
}

// Every row with every solution of the atom that fits it.
void AnswerJoin::prove_atom(const PlannedAtom& atom, std::size_t depth, float limit,
                            Application& work) {
  work.next.start(work.rows.columns);
  for (std::size_t i = 0; i < work.rows.size(); ++i) {
    stop_if_asked();
    const std::span<const EntityId> row = work.rows.row(i);
    const float distance = work.rows.distances[i];
    const OpenGoal goal{atom.predicate,
                        atom.kind,
                        {value_of(atom.arguments[0], row), value_of(atom.arguments[1], row)}};
    work.solutions.clear();
    solve(goal, depth, rest(limit, distance), work.solutions);
    for (const Solution& solution : work.solutions) {
      const float after = plus(distance, solution.distance);
      if (after > limit) continue;
      const std::span<EntityId> extended = work.next.append(row, after);
      for (std::size_t argument = 0; argument < 2; ++argument) {
        const Term& term = atom.arguments[argument];
        if (term.is_variable()) extended[term.id] = solution.values[argument];
      }
    }
  }
  std::swap(work.rows, work.next);
}

// Of the rows that agree in the live columns only the cheapest can lead to a best proof. What the
// goal gives is in `work.start`.
void AnswerJoin::keep_cheapest(std::span<const std::uint32_t> live, Application& work) {
  const Rows& rows = work.rows;
  work.next.start(rows.columns);
  if (live.size() == 1) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      cheapest_.offer(rows.row(i)[live[0]], rows.distances[i]);
    }
    for (const EntityId entity : cheapest_.reached()) {
      work.next.append(work.start, cheapest_[entity])[live[0]] = entity;
    }
    cheapest_.clear();
  } else {
    const auto same = [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::all_of(live,
                                 [&](std::uint32_t i) { return rows.row(a)[i] == rows.row(b)[i]; });
    };
    work.order.resize(rows.size());
    std::iota(work.order.begin(), work.order.end(), 0U);
    std::ranges::sort(work.order, [&](std::uint32_t a, std::uint32_t b) {
      for (const std::uint32_t i : live) {
        if (rows.row(a)[i] != rows.row(b)[i]) return rows.row(a)[i] < rows.row(b)[i];
      }
      return rows.distances[a] < rows.distances[b];
    });
    for (std::size_t i = 0; i < work.order.size(); ++i) {
      if (i > 0 && same(work.order[i - 1], work.order[i])) continue;
      work.next.append(rows.row(work.order[i]), rows.distances[work.order[i]]);
    }
  }
  std::swap(work.rows, work.next);
}

// Small parts ------------------------------------------------------------------------------------

void AnswerJoin::Rows::start(std::size_t column_count) {
  columns = column_count;
  values.clear();
  distances.clear();
}

std::span<EntityId> AnswerJoin::Rows::append(std::span<const EntityId> row, float distance) {
  values.insert(values.end(), row.begin(), row.end());
  distances.push_back(distance);
  return std::span(values).last(columns);
}

// Calls visit(value, link) for each value that the argument may have where a fact has this symbol.
template <typename Visit>
void AnswerJoin::meet(const ArgumentKind& kind, EntityId value, EntityId symbol, float limit,
                      Visit visit) const {
  if (kind.role == Role::kBinds) {
    if (!kind.known || value == symbol) visit(symbol, 0.0F);
  } else if (kind.known) {
    visit(value, reasoner_.symbols().entity(value, symbol));
  } else {
    for (const Neighbour& near : reasoner_.symbols().neighbours(symbol)) {
      if (near.distance > limit) break;
      visit(near.entity, near.distance);
    }
  }
}

// In the prover's order, so that rounding is the same.
float AnswerJoin::combine(const std::array<float, 3>& compared) const {
  const auto& [predicate, head, tail] = compared;
  if (reasoner_.options().unification == Unification::kPerTerm) {
    return UnificationDistance<Unification::kPerTerm>{}
        .with(predicate)
        .with(head)
        .with(tail)
        .distance();
  }
  return UnificationDistance<Unification::kJoint>{}
      .with(predicate)
      .with(head)
      .with(tail)
      .distance();
}

float AnswerJoin::plus(float distance, float more) const {
  return gntp::combine(reasoner_.options().tnorm, distance, more);
}

// How far the rest of a proof may be; a sum at the limit must not be lost to rounding.
float AnswerJoin::rest(float limit, float distance) const {
  if (reasoner_.options().tnorm == TNorm::kMin) return limit;
  constexpr float kSlack = 4 * std::numeric_limits<float>::epsilon();
  return limit - distance + kSlack * limit;
}

const RulePlan& AnswerJoin::plan_for(RuleId rule, const GoalKind& goal) {
  const std::uint64_t key = std::uint64_t{rule} * GoalKind::kCount + goal.index();
  const auto known = plans_.find(key);
  if (known != plans_.end()) return known->second;
  return plans_.emplace(key, plan_rule(reasoner_.kb().rules[rule], goal)).first->second;
}

}  // namespace gntp
