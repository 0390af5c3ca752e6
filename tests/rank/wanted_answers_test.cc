// The best answers alone, new or allowed ones alone, and many queries at once: what the list of all
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "rank/answers.h"
#include "rank/mixed_case.h"

namespace gntp {
namespace {

bool is_among(const std::vector<Triple>& triples, const AnswerQuery& query, std::size_t answer) {
  const Goal goal = goal_of(query, EntityId(answer));
  const Triple fact{goal.head, RelationId(goal.predicate), goal.tail};
  return std::ranges::find(triples, fact) != triples.end();
}

// What is allowed beside it, as the tests know it.
struct Allowed {
  std::vector<EntityId> among;
  std::vector<Triple> not_known;
};

// By definition: all answers, without those that are not wanted, ranked again and cut where the
// ranks of the best `count` end.
std::vector<RankedAnswer> cut_from_all(const AnswerIndex& index, const AnswerQuery& query,
                                       const WantedAnswers& wanted, const Allowed& allowed) {
  std::vector<RankedAnswer> all = answers_to(index, query);
  std::erase_if(all, [&](const RankedAnswer& answer) {
    const bool known = is_among(index.reasoner().kb().facts.to_vector(), query, answer.id);
    if (known && wanted.known == KnownAnswers::kLeftOut) return true;
    if (wanted.among && std::ranges::count(allowed.among, EntityId(answer.id)) == 0) return true;
    return wanted.not_known != nullptr && is_among(allowed.not_known, query, answer.id);
  });
  std::vector<std::size_t> before;
  before.reserve(all.size());
  for (const RankedAnswer& answer : all) before.push_back(answer.rank);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].rank = i > 0 && before[i] == before[i - 1] ? all[i - 1].rank : i + 1;
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
  Allowed allowed;
  for (EntityId id{0}; id < kb.entities.size(); ++id) {
    if (id % 3 != 1) allowed.among.push_back(id);
  }
  for (const Triple& fact : kb.facts) {
    const Triple other{fact.head, fact.relation, EntityId((fact.tail + 1) % kb.entities.size())};
    if (fact.tail % 2 == 0) allowed.not_known.push_back(other);
  }
  std::ranges::sort(allowed.not_known);
  const StepGraph not_known(allowed.not_known, kb.entities.size(), kb.relations.size());
  std::vector<WantedAnswers> all_wanted;
  for (const KnownAnswers known : {KnownAnswers::kListed, KnownAnswers::kLeftOut}) {
    for (const std::size_t count : {0, 1, 2, 3, 1000}) {
      all_wanted.push_back({count, known});
      all_wanted.push_back({count, known, allowed.among});
      all_wanted.push_back({count, known, std::nullopt, &not_known});
      all_wanted.push_back({count, known, allowed.among, &not_known});
    }
  }
  for (const WantedAnswers& wanted : all_wanted) {
    std::vector<std::vector<RankedAnswer>> together(queries.size());
    for_each_answered(index, queries, wanted, threads,
                      [&](std::size_t place, std::span<const RankedAnswer> answers) {
                        together[place].assign(answers.begin(), answers.end());
                      });
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const std::vector<RankedAnswer> expected = cut_from_all(index, queries[i], wanted, allowed);
      expect_same(answers_to(index, queries[i], wanted), expected);
      expect_same(together[i], expected);
      left_out += answers_to(index, queries[i]).size() - expected.size();
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
