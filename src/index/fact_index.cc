#include "index/fact_index.h"

#include <algorithm>
#include <cstdint>

namespace gntp {
namespace {

// Both as one number.
std::uint64_t by_other(const Edge& edge) {
  return std::uint64_t{edge.other} << 32U | edge.relation;
}

// Facts of one relation are in order already.
void sort_edges(std::span<Edge> edges) {
  if (!std::ranges::is_sorted(edges, {}, by_other)) std::ranges::sort(edges, {}, by_other);
}

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
    sort_edges(edges.group(entity));
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
