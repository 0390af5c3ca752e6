#include "prover/functionality.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

double counted_odds(const std::vector<Triple>& facts, RelationId relation, bool from_head) {
  double shared = 0;
  double alone = 0;
  for (const Triple& fact : facts) {
    if (fact.relation != relation) continue;
    const bool has_rival = std::ranges::any_of(facts, [&](const Triple& other) {
      return other.relation == relation && other != fact &&
             (from_head ? other.head == fact.head : other.tail == fact.tail);
    });
    (has_rival ? shared : alone) += 1;
  }
  return std::min(1.0, (shared + 1) / (alone + 1));
}

// Facts of the relation whose head and tail another relation has, too, against those without.
double counted_pair_odds(const std::vector<Triple>& facts, RelationId relation) {
  double shared = 1;
  double alone = 1;
  for (const Triple& fact : facts) {
    if (fact.relation != relation) continue;
    const bool has_other = std::ranges::any_of(facts, [&](const Triple& other) {
      return other.relation != relation && other.head == fact.head && other.tail == fact.tail;
    });
    (has_other ? shared : alone) += 1;
  }
  return std::min(1.0, shared / alone);
}

TEST(Functionality, PatternsOfTextSayNothingAboutPairs) {
  const std::vector<Triple> facts =
      triples({{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {1, 0, 2}, {1, 0, 3}});
  const StepGraph index(facts, 4, 3);
  EXPECT_DOUBLE_EQ(Functionality(index, 3).pair_odds(RelationId(0)), 2.0 / 3);
  EXPECT_DOUBLE_EQ(Functionality(index, 1).pair_odds(RelationId(0)), 1.0 / 4);
  EXPECT_DOUBLE_EQ(Functionality(index, 1).pair_odds(RelationId(1)), 1);
}

// Of three in four heads one fact, of the others two, which share their pair with another relation.
TEST(Functionality, FollowsFromASampleOfVeryManyFacts) {
  constexpr std::uint32_t kHeads = 40'000;
  std::vector<Triple> facts;
  Random random(1);
  for (std::uint32_t head = 0; head < kHeads; ++head) {
    const auto add = [&](std::uint32_t relation, std::uint32_t tail) {
      facts.push_back({EntityId(head), RelationId(relation), EntityId(tail)});
    };
    const std::uint32_t tail = random.below(kHeads - 1);
    add(0, tail);
    if (random.below(4) > 0) continue;
    add(0, tail + 1);
    add(1, tail);
    add(1, tail + 1);
  }
  const StepGraph graph(facts, kHeads, 2);
  const Functionality exact(graph, 2);
  const Functionality sampled(graph, 2, {.many = 1000, .some = 4000});
  for (const RelationId relation : {RelationId(0), RelationId(1)}) {
    for (const Step step : {forwards(relation), backwards(relation)}) {
      EXPECT_NEAR(sampled.odds(step), exact.odds(step), 0.1 * exact.odds(step));
    }
    EXPECT_NEAR(sampled.pair_odds(relation), exact.pair_odds(relation),
                0.1 * exact.pair_odds(relation));
  }
  EXPECT_NE(sampled.odds(forwards(RelationId(0))), exact.odds(forwards(RelationId(0))));
  EXPECT_LT(exact.odds(forwards(RelationId(0))), 0.8);
  const Functionality all(graph, 2, {.many = kHeads, .some = 4000});
  EXPECT_EQ(all.odds(forwards(RelationId(0))), exact.odds(forwards(RelationId(0))));
}

TEST(Functionality, IsHowOftenFactsShareAnEntity) {
  // 0: three children of two mothers. 1: friends of everyone. 2: no fact.
  const std::vector<Triple> facts =
      triples({{0, 0, 3}, {1, 0, 3}, {2, 0, 4}, {0, 1, 1}, {0, 1, 2}, {1, 1, 2}, {1, 1, 0}});
  const StepGraph index(facts, 5, 3);
  const Functionality functionality(index, 3);
  EXPECT_DOUBLE_EQ(functionality.odds(forwards(RelationId(0))), 1.0 / 4);  // nobody has two mothers
  EXPECT_DOUBLE_EQ(functionality.odds(backwards(RelationId(0))), 1);  // two of three share theirs
  EXPECT_DOUBLE_EQ(functionality.odds(forwards(RelationId(1))), 1);
  EXPECT_DOUBLE_EQ(functionality.odds(backwards(RelationId(1))), 1);
  EXPECT_DOUBLE_EQ(functionality.odds(forwards(RelationId(2))), 1);
  EXPECT_DOUBLE_EQ(functionality.odds(backwards(RelationId(2))), 1);
}

TEST(Functionality, EqualsABruteForceCount) {
  std::size_t below_one = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const KnowledgeBase kb = make_random_case(seed, {.min_facts = 5}).kb;
    const std::vector<Triple> facts = kb.facts.to_vector();
    const std::size_t relations = kb.relations.size();
    const Functionality functionality(kb.facts.graph(), relations);
    for (RelationId relation{0}; relation < relations; ++relation) {
      EXPECT_DOUBLE_EQ(functionality.odds(forwards(relation)), counted_odds(facts, relation, true));
      EXPECT_DOUBLE_EQ(functionality.odds(backwards(relation)),
                       counted_odds(facts, relation, false));
      EXPECT_DOUBLE_EQ(functionality.pair_odds(relation), counted_pair_odds(facts, relation));
      below_one += functionality.odds(forwards(relation)) < 1 ? 1 : 0;
    }
  }
  EXPECT_GT(below_one, 20U);
}

}  // namespace
}  // namespace gntp
