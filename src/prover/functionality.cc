#include "prover/functionality.h"

#include <algorithm>
#include <utility>

namespace gntp {

namespace {

double odds_of(std::size_t shared, std::size_t alone) {
  return std::min(1.0, static_cast<double>(shared + 1) / static_cast<double>(alone + 1));
}

}  // namespace

Functionality::Functionality(const StepGraph& graph, std::size_t first_pattern)
    : odds_(graph.steps()), pair_odds_(graph.relations(), 1) {
  count_steps(graph);
  count_pairs(graph, first_pattern);
}

void Functionality::count_steps(const StepGraph& graph) {
  std::vector<std::size_t> shared(odds_.size());
  std::vector<std::size_t> alone(odds_.size());
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      (segment.size() == 1 ? alone : shared)[segment.step] += segment.size();
    }
  }
  for (std::size_t step = 0; step < odds_.size(); ++step) {
    odds_[step] = odds_of(shared[step], alone[step]);
  }
}

void Functionality::count_pairs(const StepGraph& graph, std::size_t first_pattern) {
  std::vector<std::size_t> alone(first_pattern);
  std::vector<std::size_t> shared(first_pattern);
  std::vector<std::pair<EntityId, RelationId>> here;  // from the entity at hand
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    here.clear();
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      const RelationId relation = relation_of(segment.step);
      if (!is_forwards(segment.step) || relation >= first_pattern) continue;
      for (const EntityId other : graph.targets(segment)) here.emplace_back(other, relation);
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
