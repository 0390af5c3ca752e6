// How a Prover unifies a goal with a fact or a rule's head; prover.cc decides which.
#include "prover/prover.h"

namespace gntp {

// Binds the goal's variables to the fact's symbols.
ProofStep Prover::unify_fact(const OpenGoal& goal, const Triple& fact) {
  ProofStep step;
  step.kind = ProofStep::Kind::kFact;
  step.fact = fact;
  step.predicate = goal.predicate;
  step.add({Link::Kind::kPredicate, goal.predicate, fact.relation,
            reasoner_.symbols().to_relations(goal.predicate)[fact.relation]});
  const std::array<Value, 2> symbols{static_cast<Value>(fact.head), static_cast<Value>(fact.tail)};
  for (std::size_t i = 0; i < 2; ++i) {
    const Value argument = resolve(goal.arguments[i]);  // the first may have bound the second
    step.arguments[i] = as_argument(goal.arguments[i]);
    if (argument < 0) {
      bind(argument, symbols[i]);
    } else {
      compare_entities(step, argument, symbols[i]);
    }
  }
  set_distance(step);
  return step;
}

// Binds the rule's variables to the goal's arguments, or the goal's variables to the head's
// constants.
ProofStep Prover::unify_head(const OpenGoal& goal, RuleId rule, const Atom& head,
                             std::uint32_t variables) {
  ProofStep step;
  step.kind = ProofStep::Kind::kRule;
  step.rule = rule;
  step.predicate = goal.predicate;
  step.add({Link::Kind::kPredicate, goal.predicate, head.predicate,
            reasoner_.rules().to_head(goal.predicate, head.predicate)});
  for (std::size_t i = 0; i < 2; ++i) {
    step.arguments[i] = as_argument(goal.arguments[i]);
    const Value argument = resolve(goal.arguments[i]);
    const Value term = resolve(head.arguments[i], variables);
    if (term < 0) {
      if (term != argument) bind(term, argument);  // equal: the same variable, reached twice
    } else if (argument < 0) {
      bind(argument, term);
    } else {
      compare_entities(step, argument, term);
    }
  }
  if (const float confidence = reasoner_.model().rule_distance(rule); confidence > 0) {
    step.add({Link::Kind::kConfidence, rule, rule, confidence});
  }
  set_distance(step);
  return step;
}

void Prover::compare_entities(ProofStep& step, Value goal, Value other) const {
  const EntityId a(goal);
  const EntityId b(other);
  step.add({Link::Kind::kEntity, a, b, reasoner_.symbols().entity(a, b)});
}

void Prover::set_distance(ProofStep& step) const {
  const ProverOptions& options = reasoner_.options();
  step.distance = unification_distance(step.compared(), options.unification);
  if (step.has_confidence()) {
    step.distance = combine(options.tnorm, step.distance, step.links().back().distance);
  }
}

}  // namespace gntp
