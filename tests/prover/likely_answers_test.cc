// Which answers are worth a look where there are too many to list.
#include "prover/likely_answers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "prover/answer_case.h"

namespace gntp {
namespace {

AnswerCase some_case(std::uint64_t seed) {
  MineOptions mining;
  mining.max_body = 2;
  mining.constants = 1;
  return mined_case(seed, {.min_facts = 15, .max_facts = 60}, mining);
}

bool is_anything(EntityId) {
  return true;
}

TEST(LikelyAnswers, AreAllThatHaveProofsWhereTheseAreFew) {
  std::size_t answers = 0;
  for (std::uint64_t seed = 0; seed < 20 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase it = some_case(seed);
    AnswerSearch search(*it.index);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      const ProofLists& lists = search.proofs(query);
      LikelyAnswers likely(*it.index->tree(), it.index->graph(), query);
      const std::vector<EntityId> found = likely.find(10'000, is_anything);
      EXPECT_TRUE(std::ranges::is_sorted(found));
      for (const EntityId answer : lists.reached()) {
        EXPECT_TRUE(std::ranges::binary_search(found, answer));
        ++answers;
      }
    });
  }
  EXPECT_GT(answers, 500U);
}

TEST(LikelyAnswers, AreNoMoreThanAskedForAndWanted) {
  const AnswerCase it = some_case(3);
  std::size_t left_out = 0;
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    LikelyAnswers likely(*it.index->tree(), it.index->graph(), query);
    const std::vector<EntityId> all = likely.find(10'000, is_anything);
    const std::vector<EntityId> two = likely.find(2, is_anything);
    EXPECT_EQ(two.size(), std::min<std::size_t>(2, all.size()));
    EXPECT_TRUE(std::ranges::includes(all, two));
    const std::vector<EntityId> even =
        likely.find(10'000, [](EntityId entity) { return entity % 2 == 0; });
    EXPECT_TRUE(std::ranges::all_of(even, [](EntityId entity) { return entity % 2 == 0; }));
    EXPECT_TRUE(std::ranges::includes(all, even));
    left_out += all.size() - even.size();
  });
  EXPECT_GT(left_out, 0U);
}

}  // namespace
}  // namespace gntp
