#include "mine/body_group.h"

#include <limits>

namespace gntp {
namespace {

constexpr std::size_t kLookedAt = 16'384;  // entities between steps

// Of an entity that the first steps have reached.
double paths_on(const StepGraph& graph, const BodyGroup& group, EntityId entity) {
  double paths = 1;
  for (const StepGraph::Segment& segment : graph.segments(entity)) {
    if (group.has(segment.step)) paths += static_cast<double>(segment.size());
  }
  return paths;
}

// The mean over some of the entities, evenly spread, times how many there are.
template <typename Of>
double sum_over(std::span<const EntityId> entities, std::size_t looked_at, Of of) {
  if (entities.empty()) return 0;
  const std::size_t step = (entities.size() + looked_at - 1) / looked_at;
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < entities.size(); i += step, ++count) sum += of(entities[i]);
  return sum * static_cast<double>(entities.size()) / static_cast<double>(count);
}

// Of the steps from `from` on.
double paths_from(const StepGraph& graph, const BodyGroup& group, std::size_t from,
                  EntityId entity) {
  if (from == group.prefix.length) return paths_on(graph, group, entity);
  return sum_over(graph.targets(entity, group.prefix.steps[from]), kLookedAt / 16,
                  [&](EntityId next) { return paths_from(graph, group, from + 1, next); });
}

}  // namespace

double paths_of(const StepGraph& graph, const BodyGroup& group) {
  if (group.prefix.length == 0) return static_cast<double>(graph.ends());
  const Step back = inverse(group.prefix.steps[0]);
  const std::span<const EntityId> inner =
      graph.starts(group.prefix.length == 1 ? back : group.prefix.steps[1]);
  return sum_over(inner, kLookedAt, [&](EntityId entity) {
    const std::size_t ways = graph.targets(entity, back).size();
    return ways == 0 ? 0.0 : static_cast<double>(ways) * paths_from(graph, group, 1, entity);
  });
}

double fair_paths(std::vector<double> paths, double total) {
  std::ranges::sort(paths);
  double left = total;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const double share = left / static_cast<double>(paths.size() - i);
    if (paths[i] > share) return share;
    left -= paths[i];
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace gntp
