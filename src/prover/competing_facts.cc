#include "prover/competing_facts.h"

#include <utility>

#include "prover/competition.h"

namespace gntp {

CompetingFactors proof_factors(const Reasoner& reasoner, RelationId relation) {
  if (!reasoner.functionality()) return {};
  const auto factors = competing_factors(reasoner, forwards(relation));
  return {factors[1], factors[2], factors[4]};
}

std::vector<CompetingFacts> competing_facts_of(const Reasoner& reasoner, const Goal& goal,
                                               const CompetingFactors& factors,
                                               const Triple& excluded) {
  std::vector<CompetingFacts> all;
  const StepGraph& graph = reasoner.graph();
  const RelationId relation(goal.predicate);
  const Triple itself{goal.head, relation, goal.tail};
  if (itself != excluded && graph.contains(itself)) return all;
  const auto add = [&](CounterEvidence::Shared shared, double factor, std::vector<Triple> facts) {
    std::erase(facts, excluded);
    if (!facts.empty() && factor < 1) all.push_back({shared, std::move(facts), factor});
  };
  const auto around = [&](EntityId entity, Step step) {
    std::vector<Triple> facts;
    for (const EntityId other : graph.targets(entity, step)) {
      facts.push_back(fact_of(entity, step, other));
    }
    return facts;
  };
  add(CounterEvidence::Shared::kHead, factors.head, around(goal.head, forwards(relation)));
  add(CounterEvidence::Shared::kTail, factors.tail, around(goal.tail, backwards(relation)));
  std::vector<Triple> of_pair;
  for (const StepGraph::Segment& segment : graph.segments(goal.head)) {
    const Triple fact = fact_of(goal.head, segment.step, goal.tail);
    const bool counts = is_forwards(segment.step) && fact.relation != relation &&
                        fact.relation < reasoner.kb().first_pattern();
    if (counts && graph.contains(fact)) of_pair.push_back(fact);
  }
  add(CounterEvidence::Shared::kBoth, factors.both, std::move(of_pair));
  return all;
}

}  // namespace gntp
