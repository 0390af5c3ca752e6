#include "index/fact_index.h"

#include <algorithm>
#include <tuple>

namespace gntp {
namespace {

Grouped<Edge> edges_by(std::span<const Triple> facts, std::size_t entities, EntityId Triple::*end,
                       EntityId Triple::*other) {
  Grouped<Edge> edges(entities, [&](auto visit) {
    for (FactId id{0}; id < facts.size(); ++id) {
      const Triple& fact = facts[id];
      visit(fact.*end, {fact.*other, fact.relation, id});
    }
  });
  for (std::size_t entity = 0; entity < entities; ++entity) {
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

FactIndex::FactIndex(std::span<const Triple> facts, std::size_t entities, std::size_t relations)
    : facts_(facts),
      by_head_(edges_by(facts, entities, &Triple::head, &Triple::tail)),
      by_tail_(edges_by(facts, entities, &Triple::tail, &Triple::head)),
      by_relation_(relations, [&](auto visit) {
        for (FactId id{0}; id < facts.size(); ++id) visit(facts[id].relation, id);
      }) {}

std::optional<FactId> FactIndex::find(const Triple& triple) const {
  const std::span<const Edge> edges = with_head(triple.head);
  const auto key = [](const Edge& edge) { return std::tuple(edge.other, edge.relation); };
  const auto wanted = std::tuple(triple.tail, triple.relation);
  const auto found = std::ranges::lower_bound(edges, wanted, {}, key);
  if (found == edges.end() || key(*found) != wanted) return std::nullopt;
  return found->fact;
}

}  // namespace gntp
