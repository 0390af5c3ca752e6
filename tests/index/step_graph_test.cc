// The graph against the facts that it was made from.
#include "index/step_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_kb.h"

namespace gntp {
namespace {

// Where the step leads from the entity, over all facts.
std::vector<EntityId> reached(const KnowledgeBase& kb, EntityId entity, Step step,
                              StepGraph::Loops loops) {
  std::vector<EntityId> targets;
  for (const Triple& fact : kb.facts) {
    if (fact.relation != relation_of(step)) continue;
    if (fact.head == fact.tail && loops == StepGraph::Loops::kLeftOut) continue;
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
    const auto loops = seed % 2 == 0 ? StepGraph::Loops::kKept : StepGraph::Loops::kLeftOut;
    const StepGraph graph(kb.facts, kb.entities.size(), kb.relations.size(), loops);
    ASSERT_EQ(graph.entities(), kb.entities.size());
    ASSERT_EQ(graph.steps(), 2 * kb.relations.size());
    for (Step step = 0; step < graph.steps(); ++step) {
      std::vector<EntityId> starts;
      for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
        const std::vector<EntityId> expected = reached(kb, entity, step, loops);
        const auto targets = graph.targets(entity, step);
        EXPECT_TRUE(std::ranges::equal(targets, expected));
        EXPECT_EQ(graph.has(entity, step), !expected.empty());
        if (!expected.empty()) starts.push_back(entity);
        edges += expected.size();
      }
      EXPECT_TRUE(std::ranges::equal(graph.starts(step), starts));
    }
    for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
      std::size_t degree = 0;
      for (const StepGraph::Segment& segment : graph.segments(entity)) degree += segment.size();
      EXPECT_EQ(graph.degree(entity), degree);
    }
  }
  EXPECT_GT(edges, 500U);
}

}  // namespace
}  // namespace gntp
