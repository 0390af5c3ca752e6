#include "prover/prover.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/floats.h"
#include "base/stop.h"
#include "prover/plan.h"

namespace gntp {
namespace {

constexpr std::int32_t kUnbound = std::numeric_limits<std::int32_t>::min();

auto order(const Proof& proof) {
  return std::tuple(proof.distance, proof.total);
}

}  // namespace

Prover::Prover(const Reasoner& reasoner)
    : reasoner_(reasoner),
      fact_search_(reasoner.graph(), reasoner.symbols(), reasoner.options().unification),
      can_join_(counts_farthest_link(reasoner.options())) {
  if (reasoner.tables() != nullptr) table_search_.emplace(reasoner);
}

// The search -------------------------------------------------------------------------------------

void Prover::search(const Goal& goal, const Triple& excluded) {
  excluded_ = excluded;
  const Atom atom{goal.predicate, {Term::entity(goal.head), Term::entity(goal.tail)}};
  frames_[0].first_step = 0;
  frames_[0].found = false;
  frame_count_ = 1;
  pending_.push_back(
      {&atom, 0, static_cast<std::uint32_t>(reasoner_.depth_of(goal)), kNothingPending});
  solve(0, {});
  pending_.pop_back();
  frame_count_ = 0;
}

// Proves the pending atom and then those after it: the paper's `and`.
void Prover::solve(std::uint32_t index, Cost cost) {
  if (index == kNothingPending) {
    complete(cost);
    return;
  }
  stop_if_asked();
  if (wanted_ > 0 && table_search_ && !admits(least_after(index, cost))) return;
  const Pending pending = pending_[index];
  const OpenGoal goal{pending.atom->predicate,
                      {resolve(pending.atom->arguments[0], pending.variables),
                       resolve(pending.atom->arguments[1], pending.variables)}};
  const bool ground = goal.arguments[0] >= 0 && goal.arguments[1] >= 0;
  if (wanted_ == 0 && ground && pending.next != kNothingPending) {
    solve_ground(pending, cost);
    return;
  }
  if (wanted_ == 0 && ground && can_join_ && pending.depth == 1) {
    by_join(goal, pending, cost);
    return;
  }
  by_facts(goal, pending.next, cost);
  if (pending.depth > 0) {
    by_rules(goal, reasoner_.rules().nearest(goal.predicate), pending, cost);
  }
}

// A ground atom binds nothing, so its best proof serves whatever follows: one search for it, then
// on.
void Prover::solve_ground(const Pending& pending, Cost cost) {
  if (frames_.size() == frame_count_) frames_.emplace_back();
  const float bound = budget(cost);
  Frame& frame = frames_[frame_count_++];
  frame.bound = bound;
  // Under `min`, nearer than the rest of the proof changes nothing.
  frame.enough = reasoner_.options().tnorm == TNorm::kMin ? cost.distance : 0;
  frame.first_step = steps_.size();
  frame.found = false;
  pending_.push_back({pending.atom, pending.variables, pending.depth, kNothingPending});
  solve(static_cast<std::uint32_t>(pending_.size() - 1), {});
  pending_.pop_back();
  --frame_count_;
  if (!frame.found) return;
  const std::size_t before = steps_.size();
  steps_.insert(steps_.end(), frame.best.steps.begin(), frame.best.steps.end());
  Cost after = plus(cost, frame.best.distance);
  after.total = cost.total + frame.best.total;
  if (admits(after)) solve(pending.next, after);
  steps_.resize(before);
}

// The paper's `or` over facts.
void Prover::by_facts(const OpenGoal& goal, std::uint32_t next, Cost cost) {
  const FactPattern pattern = pattern_of(goal);
  if (wanted_ == 0 && pattern.head && pattern.tail) {
    by_nearest_fact(pattern, goal, next, cost);
  } else {
    by_each_fact(pattern, goal, next, cost);
  }
}

void Prover::by_nearest_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                             Cost cost) {
  const ProverOptions& options = reasoner_.options();
  if (options.k_facts > 0 && options.index != IndexKind::kStructured) {
    by_each_fact(pattern, goal, next, cost);
    return;
  }
  const float enough =
      options.tnorm == TNorm::kMin ? std::max(cost.distance, frames_[frame_count_ - 1].enough) : 0;
  if (const auto match = fact_search_.nearest(pattern, budget(cost), enough)) {
    use_fact(goal, match->fact, next, cost);
  }
}

void Prover::by_each_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                          Cost cost) {
  if (enumerations_.size() == enumeration_count_) enumerations_.emplace_back();
  Enumeration& enumeration = enumerations_[enumeration_count_++];
  std::vector<FactMatch>& matches = enumeration.matches;
  matches.clear();
  find_facts(pattern, budget(cost), matches);
  if (wanted_ == 0) keep_nearest_per_binding(pattern, enumeration);
  std::ranges::sort(matches, {},
                    [](const FactMatch& match) { return std::tuple(match.distance, match.fact); });
  for (const FactMatch& match : matches) {
    if (!(match.distance < budget(cost))) break;
    use_fact(goal, match.fact, next, cost);
  }
  --enumeration_count_;
}

void Prover::use_fact(const OpenGoal& goal, const Triple& fact, std::uint32_t next, Cost cost) {
  const std::size_t trail_size = trail_.size();
  const ProofStep step = unify_fact(goal, fact);
  const Cost after = plus(cost, step.distance);
  if (admits(after)) {
    steps_.push_back(step);
    solve(next, after);
    steps_.pop_back();
  }
  undo(trail_size);
}

// Facts, and rules whose bodies are left to facts, all at once.
void Prover::by_join(const OpenGoal& goal, const Pending& pending, Cost cost) {
  reasoner_.rules_by_shape().prepare(goal.predicate);
  const auto answer = join({.predicate = goal.predicate,
                            .head = EntityId(goal.arguments[0]),
                            .tail = EntityId(goal.arguments[1]),
                            .excluded = excluded_,
                            .bound = budget(cost),
                            .enough = std::max(cost.distance, frames_[frame_count_ - 1].enough)});
  if (answer) replay(goal, *answer, cost);
  by_rules(goal, reasoner_.rules_by_shape().others(goal.predicate), pending, cost);
}

std::optional<JoinAnswer> Prover::join(const JoinQuestion& question) {
  const RulesByShape& rules = reasoner_.rules_by_shape();
  if (reasoner_.symbols().is_symbolic()) {
    if (!symbolic_join_) symbolic_join_.emplace(reasoner_.graph(), reasoner_.symbols(), rules);
    return symbolic_join_->nearest(question);
  }
  if (!ground_join_) {
    ground_join_.emplace(reasoner_.facts(), reasoner_.graph(), reasoner_.symbols(), rules);
  }
  return ground_join_->nearest(question);
}

// Takes the steps that the join found.
void Prover::replay(const OpenGoal& goal, const JoinAnswer& answer, Cost cost) {
  if (answer.rule == kNoRule) {
    use_fact(goal, answer.facts[0], kNothingPending, cost);
    return;
  }
  const Rule rule = reasoner_.kb().rules[answer.rule];
  const auto variables = static_cast<std::uint32_t>(bindings_.size());
  const std::size_t trail_size = trail_.size();
  const std::size_t first_step = steps_.size();
  bindings_.resize(variables + rule.variables, kUnbound);
  steps_.push_back(unify_head(goal, answer.rule, rule.head, variables));
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    const Atom& atom = rule.body[i];
    const OpenGoal open{
        atom.predicate,
        {resolve(atom.arguments[0], variables), resolve(atom.arguments[1], variables)}};
    steps_.push_back(unify_fact(open, answer.facts[i]));
  }
  for (std::size_t i = first_step; i < steps_.size(); ++i) cost = plus(cost, steps_[i].distance);
  if (admits(cost)) complete(cost);
  steps_.resize(first_step);
  undo(trail_size);
  bindings_.resize(variables);
}

// The paper's `or` over rules.
void Prover::by_rules(const OpenGoal& goal, std::span<const RuleMatch> rules,
                      const Pending& pending, Cost cost) {
  for (const RuleMatch& match : rules) {
    if (!(match.distance < budget(cost))) break;
    by_rule(match, goal, pending, cost);
  }
}

void Prover::by_rule(const RuleMatch& match, const OpenGoal& goal, const Pending& pending,
                     Cost cost) {
  const auto variables = static_cast<std::uint32_t>(bindings_.size());
  const std::size_t pending_size = pending_.size();
  const Rule rule = reasoner_.kb().rules[match.rule];
  const std::size_t trail_size = trail_.size();
  bindings_.resize(variables + rule.variables, kUnbound);
  steps_.push_back(unify_head(goal, match.rule, rule.head, variables));
  const Cost after = plus(cost, steps_.back().distance);
  if (admits(after)) {
    std::uint32_t next = pending.next;
    for (std::size_t i = rule.body.size(); i-- > 0;) {
      pending_.push_back({&rule.body[i], variables, pending.depth - 1, next});
      next = static_cast<std::uint32_t>(pending_.size() - 1);
    }
    solve(next, after);
    pending_.resize(pending_size);
  }
  steps_.pop_back();
  undo(trail_size);
  bindings_.resize(variables);
}

void Prover::complete(Cost cost) {
  Frame& frame = frames_[frame_count_ - 1];
  if (wanted_ == 0) {
    frame.found = true;
    record(cost, frame.best);
    frame.bound = cost.distance <= frame.enough ? 0 : cost.distance;
    return;
  }
  Proof proof;
  record(cost, proof);
  const auto place = std::ranges::upper_bound(found_, order(proof), {}, order);
  found_.insert(place, std::move(proof));
  if (found_.size() > wanted_) found_.pop_back();
  if (found_.size() == wanted_) frame.bound = next_above(found_.back().distance);
}

void Prover::record(Cost cost, Proof& proof) const {
  const Frame& frame = frames_[frame_count_ - 1];
  proof.distance = cost.distance;
  proof.total = cost.total;
  proof.steps.assign(steps_.begin() + static_cast<std::ptrdiff_t>(frame.first_step), steps_.end());
  for (ProofStep& step : proof.steps) {
    for (EntityId& argument : step.arguments) {
      argument = as_argument(resolve(static_cast<Value>(argument)));
    }
  }
}

// Small parts ------------------------------------------------------------------------------------

Prover::Value Prover::resolve(Value value) const {
  while (value < 0) {
    const Value bound = bindings_[static_cast<std::size_t>(~value)];
    if (bound == kUnbound) break;
    value = bound;
  }
  return value;
}

Prover::Value Prover::resolve(const Term& term, std::uint32_t variables) const {
  if (!term.is_variable()) return static_cast<Value>(term.id);
  return resolve(~static_cast<Value>(variables + term.id));
}

void Prover::bind(Value variable, Value value) {
  const auto index = static_cast<std::uint32_t>(~variable);
  bindings_[index] = value;
  trail_.push_back(index);
}

void Prover::undo(std::size_t trail_size) {
  for (; trail_.size() > trail_size; trail_.pop_back()) bindings_[trail_.back()] = kUnbound;
}

FactPattern Prover::pattern_of(const OpenGoal& goal) const {
  FactPattern pattern{.predicate = goal.predicate, .head = {}, .tail = {}, .excluded = excluded_};
  if (goal.arguments[0] >= 0) pattern.head = EntityId(goal.arguments[0]);
  if (goal.arguments[1] >= 0) pattern.tail = EntityId(goal.arguments[1]);
  pattern.same_variable = goal.arguments[0] < 0 && goal.arguments[0] == goal.arguments[1];
  return pattern;
}

Prover::Cost Prover::plus(Cost cost, float distance) const {
  return {combine(reasoner_.options().tnorm, cost.distance, distance), cost.total + distance};
}

// Whether a (partial) proof of this cost can still become one to keep.
bool Prover::admits(Cost cost) const {
  if (!(cost.distance < frames_[frame_count_ - 1].bound)) return false;
  if (wanted_ == 0 || found_.size() < wanted_) return true;
  return std::tuple(cost.distance, cost.total) < order(found_.back());
}

// The least that a proof costs when all that is pending is proved, too.
Prover::Cost Prover::least_after(std::uint32_t index, Cost cost) const {
  const auto entity = [](Value value) {
    return value >= 0 ? std::optional(EntityId(value)) : std::nullopt;
  };
  for (; index != kNothingPending; index = pending_[index].next) {
    const Pending& pending = pending_[index];
    const auto& arguments = pending.atom->arguments;
    cost = plus(cost, reasoner_.tables()->least(pending.depth, pending.atom->predicate,
                                                entity(resolve(arguments[0], pending.variables)),
                                                entity(resolve(arguments[1], pending.variables))));
  }
  return cost;
}

// How far a further unification may be; `admits` has the last word.
float Prover::budget(Cost cost) const {
  const float bound = frames_[frame_count_ - 1].bound;
  if (!(cost.distance < bound)) return 0;
  if (reasoner_.options().tnorm == TNorm::kMin) return bound;
  // A sum just below the bound must not be lost to the rounding of the difference.
  constexpr float kSlack = 4 * std::numeric_limits<float>::epsilon();
  return bound - cost.distance + kSlack * bound;
}

}  // namespace gntp
