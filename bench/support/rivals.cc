#include "support/rivals.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "compare/tensor_ntp.h"
#include "model/kernel.h"

namespace gntp::bench {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Bindings = std::vector<std::optional<EntityId>>;

std::optional<EntityId> value_of(const Term& term, const Bindings& bindings) {
  return term.is_variable() ? bindings[term.id] : std::optional(term.entity_id());
}

// The best distance over all ways to prove the body from atom `next` on.
float prove_body(const Reasoner& reasoner, const Rule& rule, std::size_t next, Bindings& bindings,
                 float distance) {
  if (next == rule.body.size()) return distance;
  const Atom& atom = rule.body[next];
  const std::span<const float> to_relation = reasoner.symbols().to_relations(atom.predicate);
  float best = kInfinity;
  for (const Triple& fact : reasoner.kb().facts) {
    const std::array<EntityId, 2> symbols{fact.head, fact.tail};
    float reached = std::max(distance, to_relation[fact.relation]);
    std::array<bool, 2> bound{};
    for (std::size_t i = 0; i < 2; ++i) {
      if (const std::optional<EntityId> value = value_of(atom.arguments[i], bindings)) {
        reached = std::max(reached, reasoner.symbols().entity(*value, symbols[i]));
      } else {
        bindings[atom.arguments[i].id] = symbols[i];
        bound[i] = true;
      }
    }
    best = std::min(best, prove_body(reasoner, rule, next + 1, bindings, reached));
    for (std::size_t i = 0; i < 2; ++i) {
      if (bound[i]) bindings[atom.arguments[i].id].reset();
    }
  }
  return best;
}

}  // namespace

float prove_exhaustively(const Reasoner& reasoner, const Goal& goal) {
  // The goal itself, as a rule that needs no head.
  const Rule as_body{{}, {{goal.predicate, {Term::entity(goal.head), Term::entity(goal.tail)}}}, 0};
  Bindings bindings;
  float best = prove_body(reasoner, as_body, 0, bindings, 0);
  for (const RuleMatch& match : every_rule(reasoner, goal.predicate)) {
    const Rule rule = reasoner.kb().rules[match.rule];
    bindings.assign(rule.variables, std::nullopt);
    bindings[rule.head.arguments[0].id] = goal.head;
    bindings[rule.head.arguments[1].id] = goal.tail;
    best = std::min(best, prove_body(reasoner, rule, 0, bindings, match.distance));
  }
  return best <= reasoner.radius() ? best : kInfinity;
}

FlatFacts::FlatFacts(const KnowledgeBase& kb, const Model& model)
    : vectors_(kb.facts.size(), 3 * model.dim()),
      query_(3 * model.dim()),
      distances_(kb.facts.size()) {
  for (std::size_t i = 0; i < kb.facts.size(); ++i) {
    auto out = vectors_.row(i).begin();
    out = std::ranges::copy(model.predicates.row(kb.facts[i].relation), out).out;
    out = std::ranges::copy(model.entities.row(kb.facts[i].head), out).out;
    std::ranges::copy(model.entities.row(kb.facts[i].tail), out);
  }
}

std::size_t FlatFacts::nearest(const Model& model, const Goal& goal) {
  auto out = query_.begin();
  out = std::ranges::copy(model.predicates.row(goal.predicate), out).out;
  out = std::ranges::copy(model.entities.row(goal.head), out).out;
  std::ranges::copy(model.entities.row(goal.tail), out);
  distances(query_, vectors_, 0, vectors_.rows(), distances_);
  return static_cast<std::size_t>(std::ranges::min_element(distances_) - distances_.begin());
}

}  // namespace gntp::bench
