#include "index/fact_index.h"

#include <algorithm>
#include <tuple>

namespace gntp {
namespace {

Grouped<Edge> edges_of(const StepGraph& graph, bool forward) {
  Grouped<Edge> edges(graph.entities(), [&](auto visit) {
    for (EntityId entity{0}; entity < graph.entities(); ++entity) {
      for (const StepGraph::Segment& segment : graph.segments(entity)) {
        if (is_forwards(segment.step) != forward) continue;
        for (const EntityId other : graph.targets(segment)) {
          visit(entity, {other, relation_of(segment.step)});
        }
      }
    }
  });
  for (std::size_t entity = 0; entity < graph.entities(); ++entity) {
    std::ranges::sort(edges.group(entity), {},
                      [](const Edge& edge) { return std::tuple(edge.other, edge.relation); });
  }
  return edges;
}

}  // namespace

std::span<const Edge> edges_to(std::span<const Edge> edges, EntityId other) {
  const auto begin = std::ranges::lower_bound(edges, other, {}, &Edge::other);
  const auto end = std::ranges::upper_bound(begin, edges.end(), other, {}, &Edge::other);
  return {begin, end};
}

FactIndex::FactIndex(const StepGraph& graph)
    : by_head_(edges_of(graph, true)), by_tail_(edges_of(graph, false)) {}

}  // namespace gntp
