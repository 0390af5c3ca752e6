#include "index/functionality.h"

#include <algorithm>

namespace gntp {

Functionality::Functionality(const FactIndex& facts, std::size_t relations) : odds_(2 * relations) {
  std::vector<std::uint32_t> all(2 * relations);
  std::vector<std::uint32_t> alone(2 * relations);
  std::vector<std::uint32_t> here(2 * relations);  // around the entity at hand
  for (Id entity = 0; entity < facts.entities(); ++entity) {
    const auto count = [&](std::span<const Edge> edges, std::size_t first) {
      for (const Edge& edge : edges) ++here[first + edge.relation];
      for (const Edge& edge : edges) {
        std::uint32_t& facts_here = here[first + edge.relation];
        all[first + edge.relation] += facts_here;
        alone[first + edge.relation] += facts_here == 1 ? 1 : 0;
        facts_here = 0;
      }
    };
    count(facts.with_head(entity), 0);
    count(facts.with_tail(entity), relations);
  }
  for (std::size_t step = 0; step < odds_.size(); ++step) {
    const double shared = all[step] - alone[step];
    odds_[step] = std::min(1.0, (shared + 1) / (alone[step] + 1));
  }
}

}  // namespace gntp
