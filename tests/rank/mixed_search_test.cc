#include "rank/mixed_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "predict/predictor_case.h"
#include "rank/answers.h"
#include "rank/held_out_answers.h"
#include "rank/mixed_case.h"
#include "rank/mixed_ranks.h"
#include "rank/ranking.h"

namespace gntp {
namespace {

// The odds that known facts leave an answer, by going through all of them.
double slow_competition(const MixedCase& it, const AnswerQuery& query, EntityId answer,
                        const Triple& excluded) {
  const Goal goal = goal_of(query, answer);
  const bool asks_tail = query.asked == AskedSide::kTail;
  bool is_known = false;
  bool has_others = false;
  bool is_paired = false;
  for (const Triple& fact : it.kb.facts) {
    if (fact == excluded) continue;
    const bool same_relation = fact.relation == RelationId(goal.predicate);
    const bool same_pair = fact.head == goal.head && fact.tail == goal.tail;
    is_known = is_known || (same_relation && same_pair);
    has_others = has_others || (same_relation && (asks_tail ? fact.tail : fact.head) == answer);
    is_paired = is_paired || (!same_relation && same_pair);
  }
  if (is_known) return 1;
  const Functionality& functionality = *it.reasoner->functionality();
  return (has_others ? functionality.odds(inverse(step_of(query))) : 1) *
         (is_paired ? functionality.pair_odds(RelationId(goal.predicate)) : 1);
}

// The definition, in double precision, one answer at a time.
double slow_total(const MixedCase& it, const AnswerQuery& query, EntityId answer,
                  const Triple& excluded = kNoFact) {
  const Step step = step_of(query);
  const MixtureWeights weights = MixtureWeights::read(it.model.mixture.row(step));
  const SlowLoss slow(it.index->graph(), it.predictor_options);
  const Numbers numbers = numbers_of(it.model.predictor);
  double sum = 0;
  for (std::size_t e = 0; e < it.kb.entities.size(); ++e) {
    const Goal goal = goal_of(query, EntityId(e));
    const Triple fact{goal.head, RelationId(goal.predicate), goal.tail};
    const auto found = std::ranges::find(it.kb.facts, fact);
    if (found != it.kb.facts.end() && fact != excluded) continue;
    sum += std::exp(slow.score(numbers, {query.known, step}, e));
  }
  const double similarity = slow.score(numbers, {query.known, step}, answer) - std::log(sum);
  double times = 0.5;
  double all = 0.5 * static_cast<double>(it.kb.entities.size());
  for (const Triple& fact : it.kb.facts) {
    if (fact.relation != RelationId(query.predicate)) continue;
    all += 1;
    times += (query.asked == AskedSide::kTail ? fact.tail : fact.head) == answer ? 1 : 0;
  }
  AnswerSearch search(*it.index);
  const std::span<const RuleProof> proofs = search.proofs(query, excluded)[answer];
  const double evidence = gntp::evidence(proofs, it.model.slope, it.options.aggregation.discount);
  return weights.rules * std::log(1 + std::expm1(evidence) / weights.doubt) +
         weights.similarity * similarity + weights.prior * std::log(times / all) +
         weights.competition * std::log(slow_competition(it, query, answer, excluded));
}

TEST(MixedSearch, IsTheWeightedSumOfItsParts) {
  std::size_t proved = 0;
  for (std::uint64_t seed = 0; seed < 12 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const MixedCase it(seed);
    MixedSearch search(*it.index);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      search.ask(query);
      const std::span<const float> totals = search.totals();
      for (EntityId answer{0}; answer < it.kb.entities.size(); ++answer) {
        const AnswerParts parts = search.parts(answer);
        const double slow = slow_total(it, query, answer);
        ASSERT_NEAR(parts.total(), slow, 2e-4 * (1 + std::abs(slow)));
        ASSERT_EQ(totals[answer], parts.total());  // what is listed stands where it is ranked
        proved += parts.is_proved ? 1 : 0;
      }
    });
  }
  EXPECT_GT(proved, 100);
}

// A fact that is excluded proves nothing, is a new answer and competes with none.
TEST(MixedSearch, LeavesAnExcludedFactOut) {
  std::size_t changed = 0;
  for (std::uint64_t seed = 0; seed < 6 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const MixedCase it(seed);
    MixedSearch search(*it.index);
    for (const Triple& fact : it.kb.facts) {
      const auto& [head, relation, tail] = fact;
      for (const AnswerQuery& query : {AnswerQuery{relation, AskedSide::kTail, head},
                                       AnswerQuery{relation, AskedSide::kHead, tail}}) {
        search.ask(query);
        const std::vector<float> with(search.totals().begin(), search.totals().end());
        search.ask(query, fact);
        const std::span<const float> totals = search.totals();
        for (EntityId answer{0}; answer < it.kb.entities.size(); ++answer) {
          const double slow = slow_total(it, query, answer, fact);
          ASSERT_NEAR(totals[answer], slow, 2e-4 * (1 + std::abs(slow)));
          changed += totals[answer] != with[answer] ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(changed, 1000);
}

// The rank of a triple, counted over all other answers that are no known facts.
Rank counted_rank(const MixedCase& it, const Triple& triple, AskedSide asked,
                  const std::function<MixtureWeights(const MixedSearch&)>& weights) {
  const bool tail = asked == AskedSide::kTail;
  const AnswerQuery query{triple.relation, asked, tail ? triple.head : triple.tail};
  const EntityId answer = tail ? triple.tail : triple.head;
  MixedSearch search(*it.index);
  search.ask(query);
  std::vector<float> totals(it.kb.entities.size());
  search.find_totals(weights(search), totals);
  Rank rank;
  for (EntityId other{0}; other < it.kb.entities.size(); ++other) {
    const Goal goal = goal_of(query, other);
    const Triple filled{goal.head, triple.relation, goal.tail};
    if (other == answer || std::ranges::find(it.kb.facts, filled) != it.kb.facts.end()) continue;
    rank.nearer += totals[other] > totals[answer] ? 1 : 0;
    rank.equal += totals[other] == totals[answer] ? 1 : 0;
  }
  return rank;
}

// Many questions at once are answered as one by one, and ranks are those of an exhaustive count: by
// both, by rules alone and by vectors alone.
TEST(MixedRanks, AreThoseOfAnExhaustiveCount) {
  std::size_t differ = 0;  // by rules alone and by vectors alone
  for (std::uint64_t seed = 0; seed < 9 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    MixedCase it(seed);
    const std::vector<Triple> triples(it.kb.facts.begin(), it.kb.facts.begin() + 6);
    const KnownTriples known(TripleSet(it.kb.facts.begin(), it.kb.facts.end()));
    const std::vector<Rank> ranks = mixed_ranks(
        *it.index, triples, known, {}, own_weights(it.index->reasoner().model()), it.threads);
    const RankReport report = rank_triples(*it.index, triples, known, it.threads);
    RankMetrics both;
    RankMetrics by_rules;
    RankMetrics by_vectors;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const auto count = [&](const std::function<MixtureWeights(const MixedSearch&)>& weights) {
        const AskedSide asked = i % 2 == 1 ? AskedSide::kTail : AskedSide::kHead;
        return counted_rank(it, triples[i / 2], asked, weights);
      };
      const Rank own = count([](const MixedSearch& search) { return search.weights(); });
      EXPECT_EQ(ranks[i].nearer, own.nearer);
      EXPECT_EQ(ranks[i].equal, own.equal);
      both.add(own);
      by_rules.add(count([](const MixedSearch&) { return MixtureWeights{.similarity = 0}; }));
      by_vectors.add(count([](const MixedSearch&) { return MixtureWeights{.rules = 0}; }));
    }
    constexpr auto kRealistic = RankType::kRealistic;
    ASSERT_TRUE(report.by_rules && report.by_vectors);
    EXPECT_EQ(report.both[kRealistic].mrr, both[kRealistic].mrr);
    EXPECT_EQ((*report.by_rules)[kRealistic].mrr, by_rules[kRealistic].mrr);
    EXPECT_EQ((*report.by_vectors)[kRealistic].mrr, by_vectors[kRealistic].mrr);
    differ += by_rules[kRealistic].mrr != by_vectors[kRealistic].mrr ? 1 : 0;
  }
  EXPECT_GT(differ, 4);
}

TEST(MixedAnswers, AreOrderedByTheirLogOdds) {
  const MixedCase it(4);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const std::vector<RankedAnswer> answers = answers_to(*it.index, query);
    MixedSearch search(*it.index);
    search.ask(query);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const double total = search.parts(EntityId(answers[i].id)).total();
      EXPECT_EQ(answers[i].parts->total(), total);
      EXPECT_NEAR(answers[i].score, 1 / (1 + std::exp(-total)), 1e-12);
      EXPECT_NEAR(answers[i].tie_breaker.front(), std::log1p(std::exp(total)), 1e-9);
      EXPECT_TRUE(i == 0 || total <= answers[i - 1].parts->total());
    }
  });
}

}  // namespace
}  // namespace gntp
