#include "learn/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

TEST(Sampler, EveryFactOncePerEpochAndNoNegativeIsKnown) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomCase random_case = make_random_case(seed, {});
    const KnowledgeBase& kb = random_case.kb;
    const StepGraph& facts = kb.facts.graph();
    const GoalPredicates goals(kb);
    Sampler sampler(kb, facts, goals, {.head = 2, .tail = 1, .both = 1}, seed);
    for (int epoch = 0; epoch < 2; ++epoch) {
      sampler.start_epoch();
      std::multiset<Triple> seen;
      std::vector<Example> batch;
      for (sampler.next_batch(4, batch); !batch.empty(); sampler.next_batch(4, batch)) {
        for (const Example& example : batch) {
          const Triple triple{example.goal.head, RelationId(example.goal.predicate),
                              example.goal.tail};
          if (example.positive()) {
            seen.insert(example.excluded);
            EXPECT_EQ(triple, example.excluded);
          } else {
            EXPECT_FALSE(facts.contains(triple));
          }
        }
      }
      EXPECT_EQ(seen.size(), kb.facts.size());
      EXPECT_EQ(std::set<Triple>(seen.begin(), seen.end()).size(), kb.facts.size());
    }
  }
}

TEST(Sampler, CorruptsTheSideThatWasAskedFor) {
  KnowledgeBase kb;
  for (int i = 0; i < 30; ++i) kb.entities.add("e" + std::to_string(i));
  kb.relations.add("r");
  kb.set_facts(triples({{0, 0, 1}}));
  const StepGraph& facts = kb.facts.graph();
  const GoalPredicates goals(kb);
  Sampler sampler(kb, facts, goals, {.head = 5, .tail = 7, .both = 0}, 3);
  std::vector<Example> batch;
  sampler.start_epoch();
  sampler.next_batch(10, batch);
  ASSERT_EQ(batch.size(), 13U);
  EXPECT_TRUE(batch[0].positive());
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(batch[i].goal.tail, 1U);
  for (std::size_t i = 6; i < 13; ++i) EXPECT_EQ(batch[i].goal.head, 0U);
}

// One entity is related to all: its tail cannot be corrupted, and the sampler must not loop for
// ever.
TEST(Sampler, LeavesOutNegativesThatDoNotExist) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b"}) kb.entities.add(name);
  kb.relations.add("r");
  kb.set_facts(triples({{0, 0, 0}, {0, 0, 1}}));
  const StepGraph& facts = kb.facts.graph();
  const GoalPredicates goals(kb);
  Sampler sampler(kb, facts, goals, {.head = 1, .tail = 1, .both = 1}, 3);
  std::vector<Example> batch;
  sampler.start_epoch();
  sampler.next_batch(10, batch);
  EXPECT_EQ(std::ranges::count_if(batch, &Example::positive), 2);
  for (const Example& example : batch) {
    if (!example.positive()) {
      EXPECT_EQ(example.goal.head, 1U);
    }
  }
}

}  // namespace
}  // namespace gntp
