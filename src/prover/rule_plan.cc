#include "prover/rule_plan.h"

#include <algorithm>
#include <optional>

namespace gntp {
namespace {

// Unifies a goal with a rule's head as Prover::unify_head does, with names instead of values. Nodes
// are the goal's arguments (0 and 1), then the rule's variables.
class HeadUnification {
 public:
  HeadUnification(const Rule& rule, const GoalKind& goal) : goal_(goal) {
    bound_to_.resize(kFirstVariable + rule.variables);
    for (std::size_t i = 0; i < 2; ++i) {
      const Term argument = resolve(goal_node(i));
      const Term term = of_rule(rule.head.arguments[i]);
      if (is_open(term)) {
        if (term != argument) bound_to_[term.id] = argument;
      } else if (is_open(argument)) {
        bound_to_[argument.id] = term;
      } else if (argument != term) {
        comparisons_.push_back({i, argument, term});
      }
    }
  }

  Term goal_node(std::size_t i) const {
    return Term::variable(goal_.same ? 0 : static_cast<std::uint32_t>(i));
  }
  Term of_rule(const Term& term) const {
    return term.is_variable() ? resolve(Term::variable(kFirstVariable + term.id)) : term;
  }
  Term resolve(Term term) const {
    while (term.is_variable() && bound_to_[term.id]) term = *bound_to_[term.id];
    return term;
  }
  // Whether the term is an unbound variable, as opposed to an entity or a place for one.
  bool is_open(const Term& term) const {
    if (!term.is_variable()) return false;
    return term.id >= kFirstVariable || goal_.arguments[term.id].role == Role::kBinds;
  }
  const std::vector<HeadComparison>& comparisons() const { return comparisons_; }
  std::size_t nodes() const { return bound_to_.size(); }

 private:
  static constexpr std::uint32_t kFirstVariable = 2;

  GoalKind goal_;
  std::vector<std::optional<Term>> bound_to_;
  std::vector<HeadComparison> comparisons_;
};

bool contains(const PlannedAtom& atom, std::uint32_t column) {
  return std::ranges::count(atom.arguments, Term::variable(column)) > 0;
}

// Which columns tell the rows apart after an atom and still matter: asked for, or in an atom to
// come.
std::vector<std::uint32_t> live_columns(const RulePlan& plan, std::span<const PlannedAtom> to_come,
                                        const std::vector<bool>& known,
                                        const std::vector<bool>& given) {
  std::vector<std::uint32_t> live;
  for (std::uint32_t column = 0; column < plan.columns; ++column) {
    if (!known[column] || given[column]) continue;
    const bool asked = std::ranges::count(plan.goal, Term::variable(column)) > 0;
    const bool later = std::ranges::any_of(
        to_come, [&](const PlannedAtom& atom) { return contains(atom, column); });
    if (asked || later) live.push_back(column);
  }
  return live;
}

// Puts the atoms in an order in which each has as many known arguments as can be.
void order_body(RulePlan& plan, std::vector<bool> known, const std::vector<bool>& given) {
  const auto is_known = [&](const Term& term) { return !term.is_variable() || known[term.id]; };
  const auto count_known = [&](const PlannedAtom& atom) {
    return std::ranges::count_if(atom.arguments, is_known);
  };
  for (auto next = plan.body.begin(); next != plan.body.end(); ++next) {
    const auto best = std::ranges::max_element(next, plan.body.end(), {}, count_known);
    std::rotate(next, best, best + 1);
    for (std::size_t i = 0; i < 2; ++i) {
      next->kind.arguments[i].known = is_known(next->arguments[i]);
    }
    for (const Term& term : next->arguments) {
      if (term.is_variable()) known[term.id] = true;
    }
    plan.live.push_back(live_columns(plan, {next + 1, plan.body.end()}, known, given));
  }
}

}  // namespace

std::size_t GoalKind::index() const {
  std::size_t index = same ? 1 : 0;
  for (const ArgumentKind& argument : arguments) {
    index = 4 * index + (argument.role == Role::kBinds ? 2 : 0) + (argument.known ? 1 : 0);
  }
  return index;
}

RulePlan plan_rule(const Rule& rule, const GoalKind& goal) {
  const HeadUnification head(rule, goal);
  RulePlan plan;
  std::vector<std::optional<std::uint32_t>> column_of(head.nodes());
  std::vector<bool> open;  // by column: a variable that no atom has bound yet
  const auto planned = [&](const Term& node) {
    if (!node.is_variable()) return node;
    if (!column_of[node.id]) {
      column_of[node.id] = static_cast<std::uint32_t>(plan.columns++);
      open.push_back(head.is_open(node));
    }
    return Term::variable(*column_of[node.id]);
  };
  for (std::size_t i = 0; i < 2; ++i) plan.goal[i] = planned(head.resolve(head.goal_node(i)));
  for (const HeadComparison& comparison : head.comparisons()) {
    plan.comparisons.push_back({comparison.position, planned(head.resolve(comparison.goal)),
                                planned(head.resolve(comparison.head))});
  }
  for (const Atom& atom : rule.body) {
    PlannedAtom next{
        atom.predicate,
        {planned(head.of_rule(atom.arguments[0])), planned(head.of_rule(atom.arguments[1]))},
        {}};
    next.kind.same = next.arguments[0].is_variable() && next.arguments[0] == next.arguments[1];
    for (std::size_t i = 0; i < 2; ++i) {
      const Term& term = next.arguments[i];
      const bool binds = term.is_variable() && open[term.id];
      next.kind.arguments[i].role = binds ? Role::kBinds : Role::kCompares;
    }
    for (const Term& term : next.arguments) {
      if (term.is_variable()) open[term.id] = false;
    }
    plan.body.push_back(next);
  }
  std::vector<bool> given(plan.columns, false);
  for (std::size_t i = 0; i < 2; ++i) {
    if (plan.goal[i].is_variable() && goal.arguments[i].known) given[plan.goal[i].id] = true;
  }
  std::vector<bool> known = given;
  for (const HeadComparison& comparison : plan.comparisons) {
    for (const Term& term : {comparison.goal, comparison.head}) {
      if (term.is_variable()) known[term.id] = true;
    }
  }
  order_body(plan, std::move(known), given);
  return plan;
}

}  // namespace gntp
