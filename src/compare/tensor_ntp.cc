#include "compare/tensor_ntp.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/stop.h"
#include "model/kernel.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::size_t kBlockStates = std::size_t{1} << 20U;

}  // namespace

std::vector<RuleMatch> every_rule(const Reasoner& reasoner, PredicateId goal) {
  const Matrix& predicates = reasoner.model().predicates;
  std::vector<RuleMatch> matches;
  for (RuleId rule{0}; rule < reasoner.kb().rules.size(); ++rule) {
    const PredicateId head = reasoner.kb().rules.head_predicate(rule);
    const float apart = distance(predicates.row(goal), predicates.row(head));
    const float confidence = reasoner.model().rule_distance(rule);
    matches.push_back({combine(reasoner.options().tnorm, apart, confidence), apart, rule});
  }
  return matches;
}

TensorNtp::TensorNtp(const Reasoner& reasoner) : reasoner_(reasoner) {
  if (reasoner.options().depth > 1) {
    fail("prover.depth = {}: exhaustive proving is measured up to depth 1",
         reasoner.options().depth);
  }
  for (const Triple& fact : reasoner.kb().facts) {
    heads_.push_back(fact.head);
    relations_.push_back(fact.relation);
    tails_.push_back(fact.tail);
  }
}

std::optional<float> TensorNtp::prove(const Goal& goal, const Triple& excluded, Memory memory,
                                      double seconds) {
  excluded_.reset();
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const bool is_it = excluded.head == heads_[i] && excluded.relation == relations_[i] &&
                       excluded.tail == tails_[i];
    if (is_it) excluded_ = i;
  }
  memory_ = memory;
  alive_bytes_ = 0;
  peak_bytes_ = 0;
  paths_done_ = 0;
  stopwatch_ = {};
  seconds_ = seconds;
  float best = by_facts(goal);
  if (reasoner_.options().depth > 0) {
    for (const RuleMatch& match : every_rule(reasoner_, goal.predicate)) {
      if (is_out_of_time()) break;
      best = std::min(best, by_rule(goal, match));
    }
  }
  kept_.clear();
  return is_out_of_time() ? std::nullopt : std::optional(best);
}

// The goal is like a body of one atom without variables.
float TensorNtp::by_facts(const Goal& goal) {
  const Step step{
      goal.predicate, {Argument{.entity = goal.head}, Argument{.entity = goal.tail}}, 0};
  ProofStates start;
  allocate(start, 1, 0);
  start.distances[0] = 0;
  const float best = solve({&step, 1}, start);
  retire(std::move(start));
  return best;
}

float TensorNtp::by_rule(const Goal& goal, const RuleMatch& match) {
  const Rule rule = reasoner_.kb().rules[match.rule];
  std::vector<std::optional<EntityId>> known(rule.variables);
  ProofStates start;
  allocate(start, 1, 0);
  start.distances[0] = combine(reasoner_.options().tnorm, head_distance(goal, match, known),
                               reasoner_.model().rule_distance(match.rule));
  const std::vector<Step> steps = plan(rule, known);
  const float best = solve(steps, start);
  retire(std::move(start));
  return best;
}

// Unifies the goal with the rule's head; `known` takes what the head's variables are bound to.
float TensorNtp::head_distance(const Goal& goal, const RuleMatch& match,
                               std::vector<std::optional<EntityId>>& known) const {
  const Rule rule = reasoner_.kb().rules[match.rule];
  UnificationDistance<Unification::kPerTerm> per_term;
  UnificationDistance<Unification::kJoint> joint;
  const auto add = [&](float distance) {
    per_term = per_term.with(distance);
    joint = joint.with(distance);
  };
  add(match.predicate);
  const std::array<EntityId, 2> entities{goal.head, goal.tail};
  for (std::size_t i = 0; i < 2; ++i) {
    const Term& term = rule.head.arguments[i];
    if (!term.is_variable()) {
      add(reasoner_.symbols().entity(entities[i], term.entity_id()));
    } else if (known[term.id]) {
      add(reasoner_.symbols().entity(entities[i], *known[term.id]));
    } else {
      known[term.id] = entities[i];
    }
  }
  return reasoner_.options().unification == Unification::kPerTerm ? per_term.distance()
                                                                  : joint.distance();
}

std::vector<TensorNtp::Step> TensorNtp::plan(const Rule& rule,
                                             std::vector<std::optional<EntityId>> known) const {
  std::vector<std::optional<std::size_t>> column_of(rule.variables);
  std::vector<Step> steps;
  std::size_t columns = 0;
  for (const Atom& atom : rule.body) {
    Step step{atom.predicate, {}, 0};
    const std::size_t bound_before = columns;
    for (std::size_t i = 0; i < 2; ++i) {
      const Term& term = atom.arguments[i];
      Argument& argument = step.arguments[i];
      if (!term.is_variable()) {
        argument = {Argument::Kind::kKnown, 0, term.entity_id()};
      } else if (known[term.id]) {
        argument = {Argument::Kind::kKnown, 0, *known[term.id]};
      } else if (!column_of[term.id]) {
        column_of[term.id] = columns;
        argument = {Argument::Kind::kNew, columns++, {}};
      } else {
        const bool from_this_atom = *column_of[term.id] >= bound_before;
        argument = {from_this_atom ? Argument::Kind::kSameAsHead : Argument::Kind::kBound,
                    *column_of[term.id],
                    {}};
      }
    }
    step.columns = columns;
    steps.push_back(step);
  }
  return steps;
}

// The best distance over all ways to prove the rest of a body from these states.
float TensorNtp::solve(std::span<const Step> steps, const ProofStates& states) {
  if (steps.empty()) {
    const std::span<const float> distances(states.distances.get(), states.count);
    paths_done_ += static_cast<double>(states.count);
    return distances.empty() ? kInfinity : *std::ranges::min_element(distances);
  }
  const std::size_t facts = std::max<std::size_t>(heads_.size(), 1);
  const std::size_t block =
      memory_ == Memory::kAllStates ? states.count : std::max<std::size_t>(kBlockStates / facts, 1);
  float best = kInfinity;
  ProofStates out;
  for (std::size_t begin = 0; begin < states.count && !is_out_of_time(); begin += block) {
    const std::size_t end = std::min(begin + block, states.count);
    const std::size_t count = (end - begin) * heads_.size();
    if (out.count != count) {
      alive_bytes_ -= out.bytes();
      allocate(out, count, steps[0].columns);
    }
    extend(steps[0], states, begin, end, out);
    best = std::min(best, solve(steps.subspan(1), out));
  }
  retire(std::move(out));
  return best;
}

void TensorNtp::extend(const Step& step, const ProofStates& states, std::size_t begin,
                       std::size_t end, ProofStates& out) {
  if (reasoner_.options().unification == Unification::kPerTerm) {
    extend_as<Unification::kPerTerm>(step, states, begin, end, out);
  } else {
    extend_as<Unification::kJoint>(step, states, begin, end, out);
  }
}

// States [begin, end) times all facts. What does not depend on the state is compared once.
template <Unification Kind>
void TensorNtp::extend_as(const Step& step, const ProofStates& states, std::size_t begin,
                          std::size_t end, ProofStates& out) {
  using Distance = UnificationDistance<Kind>;
  const SymbolDistances& symbols = reasoner_.symbols();
  const std::size_t facts = heads_.size();
  const std::array<std::span<const std::uint32_t>, 2> columns{heads_, tails_};
  std::vector<Distance> same(facts);
  for (std::size_t f = 0; f < facts; ++f) {
    same[f] = Distance{}.with(symbols.to_relations(step.predicate)[relations_[f]]);
    for (std::size_t i = 0; i < 2; ++i) {
      const Argument& argument = step.arguments[i];
      if (argument.kind == Argument::Kind::kKnown) {
        same[f] = same[f].with(symbols.entity(argument.entity, EntityId(columns[i][f])));
      } else if (argument.kind == Argument::Kind::kSameAsHead) {
        same[f] = same[f].with(symbols.entity(EntityId(heads_[f]), EntityId(tails_[f])));
      }
    }
  }

  std::vector<Distance> unified(facts);
  std::vector<float> to_entity(reasoner_.kb().entities.size());
  for (std::size_t state = begin; state < end; ++state) {
    stop_if_asked();
    const std::size_t first = (state - begin) * facts;
    std::ranges::copy(same, unified.begin());
    for (std::size_t i = 0; i < 2; ++i) {
      const Argument& argument = step.arguments[i];
      if (argument.kind == Argument::Kind::kNew) {
        std::ranges::copy(columns[i], out.bindings[argument.column].get() + first);
      }
      if (argument.kind != Argument::Kind::kBound) continue;
      const EntityId entity(states.bindings[argument.column][state]);
      for (EntityId other{0}; other < to_entity.size(); ++other) {
        to_entity[other] = symbols.entity(entity, other);
      }
      for (std::size_t f = 0; f < facts; ++f) {
        unified[f] = unified[f].with(to_entity[columns[i][f]]);
      }
    }
    float* distances = out.distances.get() + first;
    const float before = states.distances[state];
    if (reasoner_.options().tnorm == TNorm::kMin) {
      for (std::size_t f = 0; f < facts; ++f) {
        distances[f] = std::max(before, unified[f].distance());
      }
    } else {
      for (std::size_t f = 0; f < facts; ++f) distances[f] = before + unified[f].distance();
    }
    if (excluded_) distances[*excluded_] = kInfinity;
    for (std::size_t column = 0; column < states.bindings.size(); ++column) {
      std::fill_n(out.bindings[column].get() + first, facts, states.bindings[column][state]);
    }
  }
}

void TensorNtp::allocate(ProofStates& states, std::size_t count, std::size_t columns) {
  states.count = count;
  states.distances = std::make_unique_for_overwrite<float[]>(count);
  states.bindings.clear();
  for (std::size_t i = 0; i < columns; ++i) {
    states.bindings.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(count));
  }
  alive_bytes_ += states.bytes();
  peak_bytes_ = std::max(peak_bytes_, alive_bytes_);
}

// States that nobody reads any more: a gradient would still need them.
void TensorNtp::retire(ProofStates states) {
  if (memory_ == Memory::kAllStates) {
    kept_.push_back(std::move(states));
  } else {
    alive_bytes_ -= states.bytes();
  }
}

std::size_t TensorNtp::bytes_of_all_states() const {
  const std::size_t facts = heads_.size();
  std::size_t bytes = sizeof(float) * (1 + facts);
  if (reasoner_.options().depth == 0) return bytes;
  for (RuleId id{0}; id < reasoner_.kb().rules.size(); ++id) {
    const Rule rule = reasoner_.kb().rules[id];
    std::vector<std::optional<EntityId>> known(rule.variables);
    for (const Term& term : rule.head.arguments) {
      if (term.is_variable()) known[term.id] = EntityId{};
    }
    std::size_t states = 1;
    bytes += sizeof(float);
    for (const Step& step : plan(rule, known)) {
      states *= facts;
      bytes += states * (sizeof(float) + step.columns * sizeof(std::uint32_t));
    }
  }
  return bytes;
}

double TensorNtp::paths() const {
  const auto facts = static_cast<double>(heads_.size());
  double paths = facts;
  if (reasoner_.options().depth == 0) return paths;
  for (RuleId id{0}; id < reasoner_.kb().rules.size(); ++id) {
    const Rule rule = reasoner_.kb().rules[id];
    paths += std::pow(facts, static_cast<double>(rule.body.size()));
  }
  return paths;
}

}  // namespace gntp
