#include "prover/competing_facts.h"

namespace gntp {

std::vector<CompetingFacts> competing_facts_of(const Reasoner& reasoner, const Goal& goal,
                                               FactId excluded) {
  std::vector<CompetingFacts> all;
  const FactIndex& index = reasoner.facts();
  const RelationId relation(goal.predicate);
  const std::optional<FactId> known = index.find({goal.head, relation, goal.tail});
  if (!reasoner.functionality() || (known && *known != excluded)) return all;
  const auto add = [&](AskedSide shared, std::span<const Edge> edges, Step step) {
    CompetingFacts competing{shared, {}, reasoner.functionality()->odds(step)};
    for (const Edge& edge : edges) {
      if (edge.relation == relation && edge.fact != excluded) competing.facts.push_back(edge.fact);
    }
    if (!competing.facts.empty() && competing.factor < 1) all.push_back(std::move(competing));
  };
  add(AskedSide::kHead, index.with_head(goal.head), forwards(relation));
  add(AskedSide::kTail, index.with_tail(goal.tail), backwards(relation));
  return all;
}

}  // namespace gntp
