#include "rank/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/kernel.h"
#include "prover/prover.h"
#include "rank/answers.h"
#include "rank/ranker.h"
#include "support/ids.h"
#include "support/oracle.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

// By exhaustive double-precision proving; infinite where there is no proof above the floor.
double oracle_distance(const Oracle& oracle, const Triple& triple) {
  const OracleAnswer answer = oracle.prove({triple.relation, triple.head, triple.tail});
  if (answer.proofs.empty() || answer.proofs.front().distance > oracle.radius()) return INFINITY;
  return answer.proofs.front().distance;
}

TEST(Ranking, EqualsProvingEveryCandidateWithTheOracle) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomCase random_case = make_random_case(seed, {.max_proofs = 500});
    const std::size_t entities = random_case.kb.entities.size();
    Random random(seed);
    ProverOptions options;
    options.floor = 0.01;
    ThreadPool threads(2);
    Reasoner reasoner(random_case.kb, random_case.model, options);
    reasoner.refresh(threads);
    const Oracle oracle(random_case.kb, random_case.model, options);

    std::vector<Triple> triples;
    triples.reserve(3);
    TripleSet known(random_case.kb.facts.begin(), random_case.kb.facts.end());
    for (int i = 0; i < 3; ++i) {
      triples.push_back(random_triple(entities, random_case.kb.relations.size(), random));
    }
    known.insert(triples.begin(), triples.end());
    RankMetrics expected;
    for (const Triple& triple : triples) {
      for (const AskedSide side : {AskedSide::kHead, AskedSide::kTail}) {
        Rank rank;
        for (EntityId entity{0}; entity < entities; ++entity) {
          Triple candidate = triple;
          (side == AskedSide::kHead ? candidate.head : candidate.tail) = entity;
          if (known.contains(candidate)) continue;
          const double target = oracle_distance(oracle, triple);
          const double other = oracle_distance(oracle, candidate);
          const bool equal = other == target || std::abs(other - target) < 1e-5;
          rank.equal += equal ? 1 : 0;
          rank.nearer += !equal && other < target ? 1 : 0;
        }
        expected.add(rank);
      }
    }
    const RankReport report =
        rank_triples(AnswerIndex(reasoner, threads), triples, KnownTriples(known), threads);
    EXPECT_EQ(report.both.count(), 6U);
    for (const RankType type : kRankTypes) {
      EXPECT_DOUBLE_EQ(report.both[type].mrr, expected[type].mrr) << "seed " << seed;
    }
    const auto proved = std::ranges::count_if(triples, [&](const Triple& triple) {
      return std::isfinite(oracle_distance(oracle, triple));
    });
    EXPECT_EQ(report.proved, static_cast<std::size_t>(proved)) << "seed " << seed;
  }
}

// Triples that ask the same share a search: as if each had been ranked alone.
TEST(Ranking, SharesSearchesAmongTriples) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RandomCase made = make_random_case(seed, {.max_copies = 3});
    ProverOptions options;
    options.aggregation = {.aggregate = Aggregate::kMaxPlus, .proofs = 3};
    ThreadPool threads(2);
    Reasoner reasoner(made.kb, made.model, options);
    reasoner.refresh(threads);
    const AnswerIndex index(reasoner, threads);
    std::vector<Triple> triples;
    for (EntityId head{0}; head < made.kb.entities.size(); ++head) {
      for (EntityId tail{0}; tail < made.kb.entities.size(); ++tail) {
        triples.push_back({head, RelationId((head + tail) % made.kb.relations.size()), tail});
      }
    }
    RankMetrics heads;
    RankMetrics tails;
    std::size_t proved = 0;
    const Candidates everybody;
    const KnownTriples known(TripleSet(made.kb.facts.begin(), made.kb.facts.end()));
    Ranker ranker(index, known, everybody);
    for (const Triple& triple : triples) {
      const Ranker::Ranks ranks = ranker.rank(triple);
      heads.add(ranks.head);
      tails.add(ranks.tail);
      const Goal goal{triple.relation, triple.head, triple.tail};
      const bool is_proved = !proofs_of(index, goal).empty();
      EXPECT_EQ(ranks.tail_proved, is_proved) << "seed " << seed;
      proved += is_proved ? 1 : 0;
    }
    const RankReport report = rank_triples(index, triples, known, threads);
    EXPECT_EQ(report.proved, proved) << "seed " << seed;
    for (const RankType type : kRankTypes) {
      EXPECT_DOUBLE_EQ(report.head[type].mrr, heads[type].mrr) << "seed " << seed;
      EXPECT_DOUBLE_EQ(report.tail[type].mrr, tails[type].mrr) << "seed " << seed;
      EXPECT_DOUBLE_EQ(report.both[type].mean_rank,
                       (heads[type].mean_rank + tails[type].mean_rank) / 2);
    }
  }
}

// Several proofs of each candidate against proving each candidate by each rule.
TEST(Ranking, CountsTheProofsOfEachCandidate) {
  for (const Aggregate aggregate : {Aggregate::kMaxPlus, Aggregate::kNoisyOr}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomCase random_case = make_random_case(seed, {.max_copies = 3});
      const std::size_t entities = random_case.kb.entities.size();
      Random random(seed);
      ProverOptions options;
      options.floor = 0.01;
      options.aggregation = {.aggregate = aggregate, .proofs = 3};
      ThreadPool threads(2);
      Reasoner reasoner(random_case.kb, random_case.model, options);
      reasoner.refresh(threads);
      Prover prover(reasoner);
      const Aggregation aggregation(options.aggregation, random_case.model.slope);
      const auto list_of = [&](const Triple& triple) {
        std::vector<RuleProof> list;
        for (const Proof& proof :
             prover.prove_each({triple.relation, triple.head, triple.tail}, 3)) {
          list.push_back({proof.distance, RuleId(0)});
        }
        return list;
      };
      const Triple triple = random_triple(entities, random_case.kb.relations.size(), random);
      RankMetrics expected;
      for (const AskedSide side : {AskedSide::kHead, AskedSide::kTail}) {
        Rank rank;
        for (EntityId entity{0}; entity < entities; ++entity) {
          Triple candidate = triple;
          (side == AskedSide::kHead ? candidate.head : candidate.tail) = entity;
          if (candidate == triple) continue;
          const auto order = aggregation.compare(list_of(candidate), list_of(triple));
          rank.nearer += order < 0 ? 1 : 0;
          rank.equal += order == 0 ? 1 : 0;
        }
        expected.add(rank);
      }
      const TripleSet known(&triple, &triple + 1);
      const RankReport report =
          rank_triples(AnswerIndex(reasoner, threads), {&triple, 1}, KnownTriples(known), threads);
      for (const RankType type : kRankTypes) {
        EXPECT_DOUBLE_EQ(report.both[type].mrr, expected[type].mrr) << "seed " << seed;
      }
      const AnswerQuery query{triple.relation, AskedSide::kTail, triple.head};
      const std::vector<RankedAnswer> answers = answers_to(AnswerIndex(reasoner, threads), query);
      for (std::size_t i = 1; i < answers.size(); ++i) {
        const auto list = [&](const RankedAnswer& answer) {
          return list_of({triple.head, triple.relation, EntityId(answer.id)});
        };
        const auto order = aggregation.compare(list(answers[i - 1]), list(answers[i]));
        EXPECT_TRUE(order <= 0);
        EXPECT_EQ(order == 0, answers[i].rank == answers[i - 1].rank);
      }
    }
  }
}

// Far-apart vectors: e0 -r-> e1, e0 -r-> e2; asking r(e0, ?) for e2 filters e1.
TEST(Ranking, FiltersKnownTriplesAndSplitsBySideAndRelation) {
  KnowledgeBase kb;
  for (const char* name : {"e0", "e1", "e2", "e3"}) kb.entities.add(name);
  kb.relations.add("r");
  kb.set_facts(triples({{0, 0, 1}, {0, 0, 2}}));
  ModelOptions model_options;
  model_options.entity_scale = 100;
  const Model model = make_model(kb, model_options, 1);
  ThreadPool threads(1);
  Reasoner reasoner(kb, model, {});
  reasoner.refresh(threads);
  const TripleSet known(kb.facts.begin(), kb.facts.end());
  const std::vector<Triple> asked = triples({{0, 0, 2}});
  const RankReport report =
      rank_triples(AnswerIndex(reasoner, threads), asked, KnownTriples(known), threads);
  EXPECT_DOUBLE_EQ(report.tail[RankType::kPessimistic].mrr, 1);
  EXPECT_DOUBLE_EQ(report.head[RankType::kPessimistic].mrr, 1);
  ASSERT_EQ(report.by_relation.size(), 1U);
  EXPECT_EQ(report.by_relation.at(RelationId(0)).both.count(), 2U);
  EXPECT_EQ(report.proved, 1U);

  // Unfiltered, e1 is in the way of e2 as a tail, and nothing of e0 as a head.
  const SideMetrics unfiltered =
      rank_triples(AnswerIndex(reasoner, threads), asked, KnownTriples(), threads)
          .by_relation.at(RelationId(0));
  EXPECT_DOUBLE_EQ(unfiltered.tail[RankType::kPessimistic].mean_rank, 2);
  EXPECT_DOUBLE_EQ(unfiltered.head[RankType::kPessimistic].mean_rank, 1);
  EXPECT_DOUBLE_EQ(unfiltered.both[RankType::kPessimistic].mean_rank, 1.5);

  // A triple without any proof ties with every other one.
  const std::vector<Triple> unprovable = triples({{3, 0, 3}});
  const RankReport ties =
      rank_triples(AnswerIndex(reasoner, threads), unprovable, KnownTriples(), threads);
  EXPECT_DOUBLE_EQ(ties.tail[RankType::kOptimistic].mean_rank, 1);
  EXPECT_DOUBLE_EQ(ties.tail[RankType::kPessimistic].mean_rank, 4);
  EXPECT_EQ(ties.proved, 0U);
}

TEST(Ranking, CandidatesLeaveOutOtherKnownTriples) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "north", "south"}) kb.entities.add(name);
  kb.relations.add("in");
  kb.set_facts(triples({{0, 0, 2}, {1, 0, 3}}));
  ModelOptions model_options;
  model_options.entity_scale = 100;
  const Model model = make_model(kb, model_options, 1);
  ThreadPool threads(1);
  Reasoner reasoner(kb, model, {});
  reasoner.refresh(threads);
  const Candidates candidates{ids<EntityId>({2, 3}), ids<RelationId>({0})};
  const TripleSet known(kb.facts.begin(), kb.facts.end());
  // in(a, north) is certain; in(b, north) has no proof and is asked for; in(b, south) is known.
  const std::vector<Triple> asked = triples({{0, 0, 2}, {1, 0, 2}});
  const CandidateReport report = rank_candidates(AnswerIndex(reasoner, threads), asked, candidates,
                                                 KnownTriples(known), threads);
  EXPECT_DOUBLE_EQ(report.auc_pr, 0.5 + 0.5 * 2.0 / 3);
  EXPECT_EQ(report.proved, 1U);
}

}  // namespace
}  // namespace gntp
