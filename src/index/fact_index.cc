#include "index/fact_index.h"

#include <algorithm>
#include <tuple>

namespace gntp {
namespace {

// A counting sort: after it, the items of group g are items[begin[g] .. begin[g + 1]).
template <typename Item, typename GroupOf, typename MakeItem>
void group_facts(std::span<const Triple> facts, std::size_t groups, GroupOf group_of,
                 MakeItem make_item, std::vector<Item>& items, std::vector<std::size_t>& begin) {
  begin.assign(groups + 1, 0);
  for (const Triple& fact : facts) ++begin[group_of(fact) + 1];
  for (std::size_t group = 0; group < groups; ++group) begin[group + 1] += begin[group];
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  items.resize(facts.size());
  for (FactId id = 0; id < facts.size(); ++id) {
    items[next[group_of(facts[id])]++] = make_item(facts[id], id);
  }
}

void sort_groups(std::vector<Edge>& edges, const std::vector<std::size_t>& begin) {
  for (std::size_t group = 0; group + 1 < begin.size(); ++group) {
    std::ranges::sort(std::span(edges).subspan(begin[group], begin[group + 1] - begin[group]), {},
                      [](const Edge& edge) { return std::tuple(edge.other, edge.relation); });
  }
}

}  // namespace

std::span<const Edge> edges_to(std::span<const Edge> edges, EntityId other) {
  const auto begin = std::ranges::lower_bound(edges, other, {}, &Edge::other);
  const auto end = std::ranges::upper_bound(begin, edges.end(), other, {}, &Edge::other);
  return {begin, end};
}

FactIndex::FactIndex(std::span<const Triple> facts, std::size_t entities, std::size_t relations)
    : facts_(facts) {
  group_facts(
      facts, entities, [](const Triple& fact) { return fact.head; },
      [](const Triple& fact, FactId id) {
        return Edge{fact.tail, fact.relation, id};
      },
      by_head_, head_begin_);
  group_facts(
      facts, entities, [](const Triple& fact) { return fact.tail; },
      [](const Triple& fact, FactId id) {
        return Edge{fact.head, fact.relation, id};
      },
      by_tail_, tail_begin_);
  group_facts(
      facts, relations, [](const Triple& fact) { return fact.relation; },
      [](const Triple&, FactId id) { return id; }, by_relation_, relation_begin_);
  sort_groups(by_head_, head_begin_);
  sort_groups(by_tail_, tail_begin_);
}

std::optional<FactId> FactIndex::find(const Triple& triple) const {
  const std::span<const Edge> edges = with_head(triple.head);
  const auto key = [](const Edge& edge) { return std::tuple(edge.other, edge.relation); };
  const auto wanted = std::tuple(triple.tail, triple.relation);
  const auto found = std::ranges::lower_bound(edges, wanted, {}, key);
  if (found == edges.end() || key(*found) != wanted) return std::nullopt;
  return found->fact;
}

}  // namespace gntp
