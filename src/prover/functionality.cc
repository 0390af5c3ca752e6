#include "prover/functionality.h"

#include <algorithm>
#include <utility>

namespace gntp {

namespace {

double odds_of(std::size_t shared, std::size_t alone) {
  return std::min(1.0, static_cast<double>(shared + 1) / static_cast<double>(alone + 1));
}

}  // namespace

Functionality::Functionality(const FactIndex& facts, std::size_t relations,
                             std::size_t first_pattern)
    : odds_(2 * relations), pair_odds_(relations, 1) {
  count_steps(facts);
  count_pairs(facts, first_pattern);
}

void Functionality::count_steps(const FactIndex& facts) {
  std::vector<std::size_t> all(odds_.size());
  std::vector<std::size_t> alone(odds_.size());
  std::vector<std::size_t> here(odds_.size());  // around the entity at hand
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
    odds_[step] = odds_of(all[step] - alone[step], alone[step]);
  }
}

void Functionality::count_pairs(const FactIndex& facts, std::size_t first_pattern) {
  std::vector<std::size_t> alone(first_pattern);
  std::vector<std::size_t> shared(first_pattern);
  std::vector<std::pair<EntityId, RelationId>> here;  // from the entity at hand
  for (EntityId entity{0}; entity < facts.entities(); ++entity) {
    here.clear();
    for (const Edge& edge : facts.with_head(entity)) {
      if (edge.relation < first_pattern) here.emplace_back(edge.other, edge.relation);
    }
    std::ranges::sort(here);
    for (std::size_t i = 0; i < here.size();) {
      std::size_t end = i;
      while (end < here.size() && here[end].first == here[i].first) ++end;
      std::vector<std::size_t>& counts = end - i > 1 ? shared : alone;
      for (; i < end; ++i) ++counts[here[i].second];
    }
  }
  for (std::size_t relation = 0; relation < first_pattern; ++relation) {
    pair_odds_[relation] = odds_of(shared[relation], alone[relation]);
  }
}

}  // namespace gntp
