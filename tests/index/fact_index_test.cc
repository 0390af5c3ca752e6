#include "index/fact_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

TEST(FactIndex, GroupsFactsByTheirParts) {
  const std::vector<Triple> facts = triples({{1, 0, 2}, {1, 1, 0}, {0, 1, 2}, {1, 0, 0}});
  const FactIndex index(facts, 4, 3);

  const auto from_1 = index.with_head(EntityId(1));
  ASSERT_EQ(from_1.size(), 3U);
  EXPECT_EQ(from_1[0].fact, 3U);  // by the other entity, then by relation
  EXPECT_EQ(from_1[1].fact, 1U);
  EXPECT_EQ(from_1[2].fact, 0U);
  EXPECT_EQ(from_1[2].other, 2U);
  EXPECT_EQ(from_1[2].relation, 0U);

  const auto to_2 = index.with_tail(EntityId(2));
  ASSERT_EQ(to_2.size(), 2U);
  EXPECT_EQ(to_2[0].fact, 2U);
  EXPECT_EQ(to_2[0].other, 0U);

  EXPECT_TRUE(std::ranges::equal(index.with_relation(RelationId(1)), ids<FactId>({1, 2})));
  EXPECT_TRUE(index.with_head(EntityId(3)).empty());
  EXPECT_TRUE(index.with_tail(EntityId(1)).empty());
  EXPECT_TRUE(index.with_relation(RelationId(2)).empty());
}

TEST(FactIndex, HoldsEveryFactOnceInEachGrouping) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const KnowledgeBase kb = make_random_case(seed, {}).kb;
    const FactIndex index(kb.facts, kb.entities.size(), kb.relations.size());
    const auto order = [](const Edge& edge) { return std::tuple(edge.other, edge.relation); };
    std::vector<int> seen(kb.facts.size());
    for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
      for (const Edge& edge : index.with_head(entity)) {
        EXPECT_EQ(kb.facts[edge.fact], (Triple{entity, edge.relation, edge.other}));
        ++seen[edge.fact];
      }
      for (const Edge& edge : index.with_tail(entity)) {
        EXPECT_EQ(kb.facts[edge.fact], (Triple{edge.other, edge.relation, entity}));
        ++seen[edge.fact];
      }
      EXPECT_TRUE(std::ranges::is_sorted(index.with_head(entity), {}, order));
      EXPECT_TRUE(std::ranges::is_sorted(index.with_tail(entity), {}, order));
    }
    for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
      for (const FactId fact : index.with_relation(relation)) {
        EXPECT_EQ(kb.facts[fact].relation, relation);
        ++seen[fact];
      }
    }
    EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count == 3; }));
  }
}

TEST(FactIndex, FindsExactlyTheFactsThatAreThere) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const KnowledgeBase kb = make_random_case(seed, {}).kb;
    const FactIndex index(kb.facts, kb.entities.size(), kb.relations.size());
    std::size_t found = 0;
    for (EntityId head{0}; head < kb.entities.size(); ++head) {
      for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
        for (EntityId tail{0}; tail < kb.entities.size(); ++tail) {
          const Triple triple{head, relation, tail};
          const std::optional<FactId> fact = index.find(triple);
          if (!fact) continue;
          EXPECT_EQ(kb.facts[*fact], triple);
          ++found;
        }
      }
    }
    EXPECT_EQ(found, kb.facts.size());
  }
}

TEST(FactIndex, CanBeEmpty) {
  const FactIndex index({}, 2, 1);
  EXPECT_TRUE(index.with_head(EntityId(1)).empty());
  EXPECT_TRUE(index.with_relation(RelationId(0)).empty());
  EXPECT_FALSE(index.find(triple(0, 0, 1)));
}

}  // namespace
}  // namespace gntp
