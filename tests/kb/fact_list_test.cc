// The list against a sorted array of the same facts.
#include "kb/fact_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

struct Case {
  std::vector<Triple> facts;  // in no order, some twice
  std::size_t entities;
  std::size_t relations;
  std::vector<Triple> sorted;
};

// Hubs, loops, relations and entities without facts.
Case random_facts(std::uint64_t seed) {
  Random random(seed);
  Case made;
  made.entities = 1 + random.below(200);
  made.relations = 1 + random.below(20);
  const std::size_t used = 1 + random.below(static_cast<std::uint32_t>(made.relations));
  const std::size_t count = random.below(500);
  for (std::size_t i = 0; i < count; ++i) {
    const auto entity = [&] {
      const double skewed = random.uniform() * random.uniform() * random.uniform();
      return EntityId(static_cast<std::uint32_t>(skewed * static_cast<double>(made.entities)));
    };
    made.facts.push_back(
        {entity(), RelationId(random.below(static_cast<std::uint32_t>(used))), entity()});
    if (random.below(4) == 0) made.facts.push_back(made.facts[random.below(1 + i)]);
  }
  const std::set<Triple> distinct(made.facts.begin(), made.facts.end());
  made.sorted.assign(distinct.begin(), distinct.end());
  return made;
}

TEST(FactList, IsTheSortedArray) {
  std::size_t facts = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Case made = random_facts(seed);
    const FactList list(made.facts, made.entities, made.relations);
    facts += list.size();
    EXPECT_EQ(list.to_vector(), made.sorted);
    ASSERT_EQ(list.size(), made.sorted.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(list[i], made.sorted[i]);
      EXPECT_EQ(list.place_of(made.sorted[i]), i);
    }
    for (RelationId relation{0}; relation <= made.relations; ++relation) {
      const auto first = std::ranges::lower_bound(made.sorted, relation, {}, &Triple::relation);
      const auto end = std::ranges::upper_bound(made.sorted, relation, {}, &Triple::relation);
      EXPECT_EQ(list.first_of(relation), static_cast<std::size_t>(first - made.sorted.begin()));
      EXPECT_EQ(list.count_of(relation), static_cast<std::size_t>(end - first));
      EXPECT_TRUE(std::equal(list.of(relation).begin(), list.of(relation).end(), first, end));
    }
    Random random(seed);
    for (int i = 0; i < 100; ++i) {
      const Triple any = random_triple(made.entities, made.relations, random);
      EXPECT_EQ(list.contains(any), std::ranges::binary_search(made.sorted, any));
      EXPECT_EQ(list.place_of(any).has_value(), list.contains(any));
    }
  }
  EXPECT_GT(facts, 5000U);
}

TEST(FactList, MayBeLeaptThrough) {
  const Case made = random_facts(7);
  const FactList list(made.facts, made.entities, made.relations);
  ASSERT_GT(list.size(), 20U);
  static_assert(std::random_access_iterator<FactList::Iterator>);
  const auto middle = list.begin() + 10;
  EXPECT_EQ(*middle, made.sorted[10]);
  EXPECT_EQ(middle[5], made.sorted[15]);
  EXPECT_EQ(*(middle - 10), made.sorted[0]);
  EXPECT_EQ(*std::ranges::prev(list.end()), made.sorted.back());
  EXPECT_EQ(list.end() - list.begin(), static_cast<std::ptrdiff_t>(made.sorted.size()));
  const FactList::Range some = list.range(3, 9);
  EXPECT_EQ(some.size(), 6U);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), made.sorted.begin() + 3));
}

TEST(FactList, MayBeEmpty) {
  const FactList none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.begin() == none.end());
  EXPECT_FALSE(none.contains(triple(0, 0, 0)));
  EXPECT_FALSE(none.place_of(triple(0, 0, 0)));
  EXPECT_EQ(none.first_of(RelationId(3)), 0U);
  const FactList named({}, 5, 2);
  EXPECT_TRUE(named.empty());
  EXPECT_EQ(named.graph().entities(), 5U);
}

// However many bits a step takes in its words.
TEST(FactList, HasRoomForFurtherRelations) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Case made = random_facts(seed);
    const FactList list(made.facts, made.entities, made.relations);
    const FactList wider = list.with_relations(made.relations + 100);
    EXPECT_EQ(wider.to_vector(), made.sorted);
    EXPECT_EQ(wider.graph().relations(), made.relations + 100);
    EXPECT_EQ(wider.count_of(RelationId(made.relations + 50)), 0U);
    EXPECT_TRUE(wider.graph().starts(forwards(RelationId(made.relations + 99))).empty());
    EXPECT_EQ(list, wider);
  }
}

TEST(FactList, EqualsWhatHasTheSameFacts) {
  const FactList one(triples({{0, 0, 1}, {1, 0, 0}}), 2, 1);
  EXPECT_EQ(one, FactList(triples({{1, 0, 0}, {0, 0, 1}, {1, 0, 0}}), 2, 1));
  EXPECT_FALSE(one == FactList(triples({{1, 0, 0}}), 2, 1));
  EXPECT_FALSE(one == FactList(triples({{1, 0, 0}, {1, 0, 1}}), 2, 1));
}

}  // namespace
}  // namespace gntp
