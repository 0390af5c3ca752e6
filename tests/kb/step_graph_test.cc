// The graph against the facts that it was made from.
#include "kb/step_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_kb.h"

namespace gntp {
namespace {

// Where the step leads from the entity, over all facts.
std::vector<EntityId> reached(const KnowledgeBase& kb, EntityId entity, Step step) {
  std::vector<EntityId> targets;
  for (const Triple& fact : kb.facts) {
    if (fact.relation != relation_of(step)) continue;
    const EntityId from = is_forwards(step) ? fact.head : fact.tail;
    if (from == entity) targets.push_back(is_forwards(step) ? fact.tail : fact.head);
  }
  std::ranges::sort(targets);
  return targets;
}

TEST(StepGraph, LeadsWhereTheFactsDo) {
  std::size_t edges = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const KnowledgeBase kb = make_random_case(seed, {.min_facts = 5}).kb;
    const StepGraph graph(kb.facts.to_vector(), kb.entities.size(), kb.relations.size());
    ASSERT_EQ(graph.entities(), kb.entities.size());
    ASSERT_EQ(graph.steps(), 2 * kb.relations.size());
    for (Step step = 0; step < graph.steps(); ++step) {
      std::vector<EntityId> starts;
      for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
        const std::vector<EntityId> expected = reached(kb, entity, step);
        const auto targets = graph.targets(entity, step);
        EXPECT_TRUE(std::ranges::equal(targets, expected));
        EXPECT_EQ(graph.has(entity, step), !expected.empty());
        if (!expected.empty()) starts.push_back(entity);
        edges += expected.size();
      }
      EXPECT_TRUE(std::ranges::equal(graph.starts(step), starts));
    }
    std::size_t known = 0;
    for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
      std::vector<Triple> facts;
      graph.for_each_with(relation, [&](const Triple& fact) { facts.push_back(fact); });
      EXPECT_TRUE(std::ranges::is_sorted(facts));
      for (EntityId head{0}; head < kb.entities.size(); ++head) {
        for (EntityId tail{0}; tail < kb.entities.size(); ++tail) {
          const Triple triple{head, relation, tail};
          const bool is_listed = std::ranges::binary_search(facts, triple);
          EXPECT_EQ(graph.contains(triple), is_listed);
          EXPECT_EQ(is_listed, std::ranges::count(kb.facts, triple) > 0);
          known += is_listed ? 1 : 0;
        }
      }
    }
    EXPECT_EQ(graph.ends(), 2 * known);
    for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
      std::size_t degree = 0;
      for (const StepGraph::Segment& segment : graph.segments(entity)) degree += segment.size();
      EXPECT_EQ(graph.degree(entity), degree);
    }
  }
  EXPECT_GT(edges, 500U);
}

// Where a step takes most of a word, larger counts have a word of their own.
TEST(StepGraph, ManyRelationsAndHubsGoTogether) {
  constexpr std::size_t kRelations = 1U << 20U;  // leaves 11 bits
  std::vector<Triple> facts;
  for (const std::uint32_t count : {1U, 2047U, 2048U, 5000U}) {
    const RelationId relation(kRelations - 1 - facts.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      facts.push_back({EntityId(0), relation, EntityId(1 + i)});
    }
  }
  const StepGraph graph(facts, 5001, kRelations);
  std::vector<std::size_t> sizes;
  for (const StepGraph::Segment& segment : graph.segments(EntityId(0))) {
    sizes.push_back(segment.size());
    const auto targets = graph.targets(segment);
    ASSERT_EQ(targets.size(), segment.size());
    for (std::uint32_t i = 0; i < targets.size(); ++i) EXPECT_EQ(targets[i], EntityId(1 + i));
    EXPECT_EQ(graph.targets(EntityId(0), segment.step).data(), targets.data());
  }
  EXPECT_THAT(sizes, testing::UnorderedElementsAre(1, 2047, 2048, 5000));
  EXPECT_EQ(graph.degree(EntityId(0)), 9096U);
  EXPECT_EQ(graph.degree(EntityId(1)), 4U);
  EXPECT_EQ(graph.ends(), 2 * facts.size());
}

}  // namespace
}  // namespace gntp
