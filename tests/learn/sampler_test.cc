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

// Where facts are too many for an epoch, it has some from everywhere, others each time.
TEST(Sampler, DrawsFromAllFactsWhereTheyAreMany) {
  const KnowledgeBase kb = make_random_case(3, {.min_facts = 60, .max_facts = 60}).kb;
  const StepGraph& facts = kb.facts.graph();
  const GoalPredicates goals(kb);
  const std::size_t most = kb.facts.size() / 3;
  Sampler sampler(kb, facts, goals, {.head = 0, .tail = 0, .both = 0}, 5, most);
  EXPECT_EQ(sampler.positives(), most);
  std::set<Triple> met;
  std::vector<Example> batch;
  for (int epoch = 0; epoch < 60; ++epoch) {
    sampler.start_epoch();
    sampler.next_batch(kb.facts.size(), batch);
    EXPECT_TRUE(sampler.at_end());
    std::vector<std::size_t> places;
    places.reserve(batch.size());
    for (const Example& example : batch) places.push_back(*kb.facts.place_of(example.excluded));
    std::ranges::sort(places);
    ASSERT_EQ(places.size(), most);
    for (std::size_t i = 0; i < most; ++i) {
      EXPECT_GE(places[i], i * (kb.facts.size() / most));  // one of each part
      met.insert(kb.facts[places[i]]);
    }
    EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
  }
  EXPECT_EQ(met.size(), kb.facts.size());
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
