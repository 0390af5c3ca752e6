#include "prover/rivals.h"

namespace gntp {

std::vector<Rivals> rivals_of(const Reasoner& reasoner, const Goal& goal, Id hidden) {
  std::vector<Rivals> all;
  const FactIndex& index = reasoner.facts();
  const Id relation = goal.predicate;
  const std::optional<Id> known = index.find({goal.head, relation, goal.tail});
  if (!reasoner.functionality() || (known && *known != hidden)) return all;
  const auto add = [&](Side shared, std::span<const Edge> edges, StepId step) {
    Rivals rivals{shared, {}, reasoner.functionality()->odds(step)};
    for (const Edge& edge : edges) {
      if (edge.relation == relation && edge.fact != hidden) rivals.facts.push_back(edge.fact);
    }
    if (!rivals.facts.empty() && rivals.factor < 1) all.push_back(std::move(rivals));
  };
  add(Side::kHead, index.with_head(goal.head), relation);
  add(Side::kTail, index.with_tail(goal.tail),
      static_cast<StepId>(relation + reasoner.kb().relations.size()));
  return all;
}

}  // namespace gntp
