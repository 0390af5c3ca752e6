#include "kb/triple_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "support/ids.h"

namespace gntp {
namespace {

TEST(TripleSet, IsASetInTheOrderOfTriples) {
  Random random(1);
  for (const std::size_t ids : {2, 5, 30}) {
    TripleSet triples;
    std::set<Triple> expected;
    for (int i = 0; i < 20; ++i) {
      std::vector<Triple> more(random.below(100));
      for (Triple& triple : more) triple = random_triple(ids, ids, random);
      triples.insert(more.begin(), more.end());
      expected.insert(more.begin(), more.end());
      ASSERT_TRUE(std::ranges::equal(triples, expected));
      const Triple any = random_triple(ids, ids, random);
      EXPECT_EQ(triples.contains(any), expected.contains(any));
    }
    EXPECT_EQ(triples.size(), expected.size());
  }
}

TEST(TripleSet, TakesRangesWithRepetitions) {
  const std::vector<Triple> given = triples({{1, 2, 3}, {3, 2, 1}, {1, 2, 3}});
  TripleSet set(given.begin(), given.end());
  EXPECT_EQ(set.size(), 2U);
  set.insert(given.begin(), given.end());
  EXPECT_EQ(set.size(), 2U);
  EXPECT_FALSE(TripleSet().contains(triple(0, 0, 0)));
}

TEST(Triple, IsOrderedByRelationHeadTail) {
  const std::vector<Triple> sorted =
      triples({{5, 0, 9}, {1, 1, 7}, {2, 1, 3}, {2, 1, 4}, {0, 2, 0}});
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
}

}  // namespace
}  // namespace gntp
