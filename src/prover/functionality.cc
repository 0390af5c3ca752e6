#include "prover/functionality.h"

#include <algorithm>
#include <span>
#include <vector>

namespace gntp {

namespace {

double odds_of(std::size_t shared, std::size_t alone) {
  return std::min(1.0, static_cast<double>(shared + 1) / static_cast<double>(alone + 1));
}

}  // namespace

Functionality::Memo Functionality::unknown(std::size_t count) {
  auto memo = std::make_unique<std::atomic<double>[]>(count);
  for (std::size_t i = 0; i < count; ++i) memo[i].store(kUnknown, std::memory_order_relaxed);
  return memo;
}

Functionality::Functionality(const StepGraph& graph, std::size_t first_pattern,
                             const StartSample& sample)
    : graph_(graph),
      first_pattern_(first_pattern),
      sample_(sample),
      odds_(unknown(graph.steps())),
      pair_odds_(unknown(graph.relations())) {}

double Functionality::odds(Step step) const {
  double found = odds_[step].load(std::memory_order_relaxed);
  if (found == kUnknown) {
    found = count_step(step);
    odds_[step].store(found, std::memory_order_relaxed);
  }
  return found;
}

double Functionality::pair_odds(RelationId relation) const {
  if (relation >= first_pattern_) return 1;
  double found = pair_odds_[relation].load(std::memory_order_relaxed);
  if (found == kUnknown) {
    found = count_pairs(relation);
    pair_odds_[relation].store(found, std::memory_order_relaxed);
  }
  return found;
}

double Functionality::count_step(Step step) const {
  std::size_t shared = 0;
  std::size_t alone = 0;
  for_each_start(graph_, step, sample_, [&](EntityId entity) {
    const std::size_t count = graph_.targets(entity, step).size();
    (count == 1 ? alone : shared) += count;
    return true;
  });
  return odds_of(shared, alone);
}

double Functionality::count_pairs(RelationId relation) const {
  std::size_t shared = 0;
  std::size_t alone = 0;
  std::vector<bool> is_shared;  // by tail of the head at hand
  for_each_start(graph_, forwards(relation), sample_, [&](EntityId head) {
    const std::span<const EntityId> tails = graph_.targets(head, forwards(relation));
    is_shared.assign(tails.size(), false);
    for (const StepGraph::Segment& segment : graph_.segments(head)) {
      const RelationId other = relation_of(segment.step);
      if (!is_forwards(segment.step) || other == relation || other >= first_pattern_) continue;
      // The shorter list is looked up in the longer one.
      const std::span<const EntityId> others = graph_.targets(segment);
      if (others.size() < tails.size()) {
        for (const EntityId tail : others) {
          const auto found = std::ranges::lower_bound(tails, tail);
          if (found != tails.end() && *found == tail) {
            is_shared[static_cast<std::size_t>(found - tails.begin())] = true;
          }
        }
        continue;
      }
      for (std::size_t i = 0; i < tails.size(); ++i) {
        if (!is_shared[i] && std::ranges::binary_search(others, tails[i])) is_shared[i] = true;
      }
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(is_shared, true));
    shared += count;
    alone += tails.size() - count;
    return true;
  });
  return odds_of(shared, alone);
}

}  // namespace gntp
