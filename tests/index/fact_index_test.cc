#include "index/fact_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // other, relation

Edges listed(std::span<const Edge> edges) {
  Edges list;
  for (const Edge& edge : edges) list.emplace_back(edge.other, edge.relation);
  return list;
}

TEST(FactIndex, ListsFactsByTheOtherEntityThenByRelation) {
  const FactIndex index(StepGraph(triples({{1, 0, 2}, {1, 1, 0}, {0, 1, 2}, {1, 0, 0}}), 4, 3));
  EXPECT_EQ(listed(index.with_head(EntityId(1))), (Edges{{0, 0}, {0, 1}, {2, 0}}));
  EXPECT_EQ(listed(index.with_tail(EntityId(2))), (Edges{{0, 1}, {1, 0}}));
  EXPECT_EQ(listed(edges_to(index.with_head(EntityId(1)), EntityId(0))), (Edges{{0, 0}, {0, 1}}));
  EXPECT_TRUE(index.with_head(EntityId(3)).empty());
  EXPECT_TRUE(index.with_tail(EntityId(1)).empty());
}

TEST(FactIndex, HoldsEveryFactOnceAtEachEnd) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const KnowledgeBase kb = make_random_case(seed, {}).kb;
    const FactIndex index(kb.facts.graph());
    const auto order = [](const Edge& edge) { return std::tuple(edge.other, edge.relation); };
    std::vector<Triple> by_head;
    std::vector<Triple> by_tail;
    for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
      for (const auto& [other, relation] : index.with_head(entity)) {
        by_head.push_back({entity, relation, other});
      }
      for (const auto& [other, relation] : index.with_tail(entity)) {
        by_tail.push_back({other, relation, entity});
      }
      EXPECT_TRUE(std::ranges::is_sorted(index.with_head(entity), {}, order));
      EXPECT_TRUE(std::ranges::is_sorted(index.with_tail(entity), {}, order));
    }
    EXPECT_THAT(by_head, testing::UnorderedElementsAreArray(kb.facts.begin(), kb.facts.end()));
    EXPECT_THAT(by_tail, testing::UnorderedElementsAreArray(kb.facts.begin(), kb.facts.end()));
  }
}

TEST(FactIndex, CanBeEmpty) {
  const FactIndex index(StepGraph({}, 2, 1));
  EXPECT_TRUE(index.with_head(EntityId(1)).empty());
}

}  // namespace
}  // namespace gntp
