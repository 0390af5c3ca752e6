#include "prover/functionality.h"

#include <algorithm>

namespace gntp {

Functionality::Functionality(const FactIndex& facts, std::size_t relations) : odds_(2 * relations) {
  std::vector<std::size_t> all(2 * relations);
  std::vector<std::size_t> alone(2 * relations);
  std::vector<std::size_t> here(2 * relations);  // around the entity at hand
  for (EntityId entity{0}; entity < facts.entities(); ++entity) {
    const auto count = [&](std::span<const Edge> edges, auto step_of) {
      for (const Edge& edge : edges) ++here[step_of(edge.relation)];
      for (const Edge& edge : edges) {
        const Step step = step_of(edge.relation);
        all[step] += here[step];
        alone[step] += here[step] == 1 ? 1 : 0;
        here[step] = 0;
      }
    };
    count(facts.with_head(entity), forwards);
    count(facts.with_tail(entity), backwards);
  }
  for (std::size_t step = 0; step < odds_.size(); ++step) {
    const auto shared = static_cast<double>(all[step] - alone[step]);
    odds_[step] = std::min(1.0, (shared + 1) / static_cast<double>(alone[step] + 1));
  }
}

}  // namespace gntp
