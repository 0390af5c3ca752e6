#include "prover/functionality.h"

#include <gtest/gtest.h>

#include <algorithm>

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
