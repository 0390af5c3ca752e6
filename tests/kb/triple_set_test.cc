#include "kb/triple_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"

namespace gntp {
namespace {

TEST(TripleSet, IsASetThatKeepsTheOrder) {
  Random random(1);
  for (const std::size_t ids : {2, 5, 30}) {
    TripleSet triples;
    std::set<Triple> expected;
    std::vector<Triple> order;
    for (int i = 0; i < 3000; ++i) {
      const Triple triple{random.below(ids), random.below(ids), random.below(ids)};
      ASSERT_EQ(triples.contains(triple), expected.contains(triple));
      const bool is_new = expected.insert(triple).second;
      const auto [position, inserted] = triples.insert(triple);
      ASSERT_EQ(inserted, is_new);
      if (is_new) order.push_back(triple);
      ASSERT_EQ(order[position], triple);
    }
    EXPECT_EQ(triples.size(), order.size());
    EXPECT_TRUE(std::ranges::equal(triples, order));
    EXPECT_EQ(triples.take(), order);
    EXPECT_EQ(triples.size(), 0U);
    EXPECT_FALSE(triples.contains(order[0]));
    EXPECT_TRUE(triples.insert(order[0]).second);
  }
}

TEST(TripleSet, TakesRangesWithRepetitions) {
  const std::vector<Triple> given{{1, 2, 3}, {3, 2, 1}, {1, 2, 3}};
  TripleSet triples(given.begin(), given.end());
  EXPECT_EQ(triples.size(), 2U);
  triples.insert(given.begin(), given.end());
  EXPECT_EQ(triples.size(), 2U);
  EXPECT_FALSE(TripleSet().contains({0, 0, 0}));
}

}  // namespace
}  // namespace gntp
