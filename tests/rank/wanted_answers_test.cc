// The best answers alone, new ones alone, and many queries at once: what the list of all says.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "rank/answers.h"
#include "rank/mixed_case.h"

namespace gntp {
namespace {

// By definition: all answers, without the known ones if that is wanted, ranked again and cut where
// the ranks of the best `count` end.
std::vector<RankedAnswer> cut_from_all(const AnswerIndex& index, const AnswerQuery& query,
                                       const WantedAnswers& wanted) {
  std::vector<RankedAnswer> all = answers_to(index, query);
  if (wanted.known == KnownAnswers::kLeftOut) {
    std::erase_if(all, [&](const RankedAnswer& answer) {
      const Goal goal = goal_of(query, EntityId(answer.id));
      const Triple fact{goal.head, RelationId(goal.predicate), goal.tail};
      return std::ranges::find(index.reasoner().kb().facts, fact) !=
             index.reasoner().kb().facts.end();
    });
    std::vector<std::size_t> before;
    before.reserve(all.size());
    for (const RankedAnswer& answer : all) before.push_back(answer.rank);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].rank = i > 0 && before[i] == before[i - 1] ? all[i - 1].rank : i + 1;
    }
  }
  std::erase_if(all, [&](const RankedAnswer& answer) { return answer.rank > wanted.count; });
  return all;
}

void expect_same(std::span<const RankedAnswer> answers, std::span<const RankedAnswer> expected) {
  ASSERT_EQ(answers.size(), expected.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].id, expected[i].id);
    EXPECT_EQ(answers[i].rank, expected[i].rank);
    EXPECT_EQ(answers[i].score, expected[i].score);
    EXPECT_EQ(answers[i].tie_breaker, expected[i].tie_breaker);
    ASSERT_EQ(answers[i].parts.has_value(), expected[i].parts.has_value());
    if (!answers[i].parts) continue;
    EXPECT_EQ(answers[i].parts->total(), expected[i].parts->total());
  }
}

// Returns how many answers the cuts left out.
std::size_t expect_cuts(const AnswerIndex& index, const KnowledgeBase& kb, ThreadPool& threads) {
  std::vector<AnswerQuery> queries;
  for_each_query(kb, [&](const AnswerQuery& query) { queries.push_back(query); });
  std::size_t left_out = 0;
  for (const KnownAnswers known : {KnownAnswers::kListed, KnownAnswers::kLeftOut}) {
    for (const std::size_t count : {0, 1, 2, 3, 1000}) {
      const WantedAnswers wanted{count, known};
      std::vector<std::vector<RankedAnswer>> together(queries.size());
      for_each_answered(index, queries, wanted, threads,
                        [&](std::size_t place, std::span<const RankedAnswer> answers) {
                          together[place].assign(answers.begin(), answers.end());
                        });
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const std::vector<RankedAnswer> expected = cut_from_all(index, queries[i], wanted);
        expect_same(answers_to(index, queries[i], wanted), expected);
        expect_same(together[i], expected);
        left_out += answers_to(index, queries[i]).size() - expected.size();
      }
    }
  }
  return left_out;
}

TEST(WantedAnswers, OfRulesAndVectorsAreTheBestOfAll) {
  for (std::uint64_t seed = 0; seed < 6 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    MixedCase it(seed);
    EXPECT_GT(expect_cuts(*it.index, it.kb, it.threads), 0);
  }
}

TEST(WantedAnswers, OfSeveralProofsAndOfOneAreTheBestOfAll) {
  ThreadPool threads(2);
  std::size_t left_out = 0;
  for (std::uint64_t seed = 0; seed < 6 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const MixedCase it(seed);
    for (const Aggregate aggregate : {Aggregate::kMax, Aggregate::kMaxPlus, Aggregate::kNoisyOr}) {
      Model model = it.model;
      model.predictor = {};
      model.mixture = {};
      ProverOptions options = it.options;
      options.aggregation.aggregate = aggregate;
      Reasoner reasoner(it.kb, model, options);
      reasoner.refresh(threads);
      const AnswerIndex index(reasoner, threads);
      left_out += expect_cuts(index, it.kb, threads);
    }
  }
  EXPECT_GT(left_out, 0);
}

}  // namespace
}  // namespace gntp
