#include "index/fact_index.h"

#include <algorithm>
#include <cstdint>
#include <future>

namespace gntp {
namespace {

constexpr std::size_t kWorthAThread = 1'000'000;  // ends

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

FactIndex::FactIndex(const StepGraph& graph, std::size_t few_ends) : graph_(graph) {
  if (graph.ends() > few_ends) {
    asked_ = std::make_unique<std::array<Shard, kShards>>();
    return;
  }
  // Seconds where there are tens of millions: a second thread helps then, if there is one to have.
  std::future<Grouped<Edge>> by_tail =
      std::async(graph.ends() > kWorthAThread ? std::launch::async | std::launch::deferred
                                              : std::launch::deferred,
                 [&graph] { return edges_of(graph, false); });
  by_head_ = edges_of(graph, true);
  by_tail_ = by_tail.get();
}

const FactIndex::Around& FactIndex::around(EntityId entity) const {
  Shard& shard = (*asked_)[entity % kShards];
  const std::scoped_lock lock(shard.mutex);
  const auto [place, is_new] = shard.around.try_emplace(entity);
  Around& around = place->second;
  if (!is_new) return around;
  for (const StepGraph::Segment& segment : graph_.segments(entity)) {
    std::vector<Edge>& edges = is_forwards(segment.step) ? around.by_head : around.by_tail;
    for (const EntityId other : graph_.targets(segment)) {
      edges.push_back({other, relation_of(segment.step)});
    }
  }
  for (std::vector<Edge>* edges : {&around.by_head, &around.by_tail}) {
    sort_edges(*edges);
  }
  return around;
}

}  // namespace gntp
