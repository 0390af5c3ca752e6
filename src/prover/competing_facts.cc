#include "prover/competing_facts.h"

#include "prover/competition.h"

namespace gntp {

CompetingFactors proof_factors(const Reasoner& reasoner, RelationId relation) {
  if (!reasoner.functionality()) return {};
  const auto factors = competing_factors(reasoner, forwards(relation));
  return {factors[1], factors[2], factors[4]};
}

std::vector<CompetingFacts> competing_facts_of(const Reasoner& reasoner, const Goal& goal,
                                               const CompetingFactors& factors, FactId excluded) {
  std::vector<CompetingFacts> all;
  const FactIndex& index = reasoner.facts();
  const RelationId relation(goal.predicate);
  const std::optional<FactId> known = index.find({goal.head, relation, goal.tail});
  if (known && *known != excluded) return all;
  const auto add = [&](CounterEvidence::Shared shared, std::span<const Edge> edges, double factor,
                       auto competes) {
    CompetingFacts competing{shared, {}, factor};
    for (const Edge& edge : edges) {
      if (edge.fact != excluded && competes(edge)) competing.facts.push_back(edge.fact);
    }
    if (!competing.facts.empty() && factor < 1) all.push_back(std::move(competing));
  };
  const auto same_relation = [&](const Edge& edge) { return edge.relation == relation; };
  const auto same_pair = [&](const Edge& edge) {
    return edge.other == goal.tail && edge.relation != relation &&
           edge.relation < reasoner.kb().first_pattern();
  };
  add(CounterEvidence::Shared::kHead, index.with_head(goal.head), factors.head, same_relation);
  add(CounterEvidence::Shared::kTail, index.with_tail(goal.tail), factors.tail, same_relation);
  add(CounterEvidence::Shared::kBoth, index.with_head(goal.head), factors.both, same_pair);
  return all;
}

}  // namespace gntp
