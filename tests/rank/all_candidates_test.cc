// Ranks and answers from one pass over all candidates against proving every candidate, for every
// kind of search, and on published data where it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <tuple>

#include "prover/oracle_case.h"
#include "rank/answers.h"
#include "rank/ranker.h"
#include "rank/ranking.h"
#include "support/ids.h"
#include "support/published.h"

namespace gntp {
namespace {

float proved_distance(Prover& prover, const Goal& goal) {
  const Proof* proof = prover.prove(goal);
  return proof == nullptr ? INFINITY : proof->distance;
}

Rank rank_by_proving(Prover& prover, const Triple& triple, AskedSide side, const TripleSet& known,
                     std::size_t entities) {
  const float target = proved_distance(prover, {triple.relation, triple.head, triple.tail});
  Rank rank;
  for (EntityId entity{0}; entity < entities; ++entity) {
    Triple candidate = triple;
    (side == AskedSide::kHead ? candidate.head : candidate.tail) = entity;
    if (candidate == triple || known.contains(candidate)) continue;
    const auto comparison =
        prover.compare({candidate.relation, candidate.head, candidate.tail}, target);
    rank.nearer += comparison == Prover::Comparison::kNearer ? 1 : 0;
    rank.equal += comparison == Prover::Comparison::kEqual ? 1 : 0;
  }
  return rank;
}

void expect_equal(const Rank& rank, const Rank& expected) {
  EXPECT_EQ(rank.nearer, expected.nearer);
  EXPECT_EQ(rank.equal, expected.equal);
}

using Setting = std::tuple<Unification, TNorm, std::size_t, std::size_t>;

std::string name_of_setting(const testing::TestParamInfo<Setting>& setting) {
  const auto& [unification, tnorm, depth, k_facts] = setting.param;
  return name_of(unification, tnorm) + "Depth" + std::to_string(depth) +
         (k_facts > 0 ? "Greedy" : "");
}

class AllCandidates : public testing::TestWithParam<Setting> {
 protected:
  static ProverOptions options(Random& random) {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.depth, options.k_facts) = GetParam();
    options.floor = random_floor(random);
    return options;
  }
  static RandomKbOptions sizes() {
    RandomKbOptions sizes;
    sizes.depth = std::get<2>(GetParam());
    sizes.max_proofs = 1e5;
    sizes.min_facts = 1;
    return sizes;
  }
};

INSTANTIATE_TEST_SUITE_P(Every, AllCandidates,
                         testing::Combine(testing::Values(Unification::kPerTerm,
                                                          Unification::kJoint),
                                          testing::Values(TNorm::kMin, TNorm::kProduct),
                                          testing::Values(0U, 1U, 2U), testing::Values(0U, 2U)),
                         name_of_setting);

TEST_P(AllCandidates, RankAsProvingEachDoes) {
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed, 3);
    const RandomCase made = make_random_case(seed, sizes());
    Reasoner reasoner(made.kb, made.model, options(random));
    ThreadPool threads(1);
    reasoner.refresh(threads);
    const std::size_t entities = made.kb.entities.size();
    TripleSet known(made.kb.facts.begin(), made.kb.facts.end());
    const AnswerIndex index(reasoner, threads);
    const KnownTriples known_answers(known);
    const Candidates everybody;
    Ranker ranker(index, known_answers, everybody);
    Prover prover(reasoner);
    for (int i = 0; i < 10; ++i) {
      const Triple triple = random_triple(entities, made.kb.relations.size(), random);
      const Ranker::Ranks ranks = ranker.rank(triple);
      expect_equal(ranks.head, rank_by_proving(prover, triple, AskedSide::kHead, known, entities));
      expect_equal(ranks.tail, rank_by_proving(prover, triple, AskedSide::kTail, known, entities));
    }
  }
}

TEST_P(AllCandidates, AnswerAsProvingEachDoes) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 500; seed < 560 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed, 3);
    const RandomCase made = make_random_case(seed, sizes());
    Reasoner reasoner(made.kb, made.model, options(random));
    reasoner.refresh(threads);
    Prover prover(reasoner);
    const AnswerQuery query{PredicateId(random.below(made.kb.relations.size())),
                            random.below(2) == 0 ? AskedSide::kHead : AskedSide::kTail,
                            EntityId(random.below(made.kb.entities.size()))};
    std::vector<EntityId> entities(made.kb.entities.size());
    std::iota(entities.begin(), entities.end(), EntityId{0});
    std::vector<float> distances(entities.size());
    const AnswerIndex index(reasoner, threads);
    const KnownTriples known(TripleSet(made.kb.facts.begin(), made.kb.facts.end()));
    Ranker(index, known, made.kb.candidates).find_distances(query, entities, distances);
    const std::vector<RankedAnswer> answers = answers_to(index, query);
    EXPECT_EQ(answers.size(),
              static_cast<std::size_t>(std::ranges::count_if(
                  distances, [](float distance) { return !std::isinf(distance); })));
    for (EntityId entity{0}; entity < distances.size(); ++entity) {
      EXPECT_EQ(distances[entity], proved_distance(prover, goal_of(query, entity)));
    }
  }
}

// Published data ---------------------------------------------------------------------------------

// The facts whose entities are among the first `entities`, so that proving each is not endless.
KnowledgeBase first_part(const LoadedDataset& dataset, std::size_t entities) {
  KnowledgeBase kb;
  for (EntityId id{0}; id < entities; ++id) kb.entities.add(dataset.kb.entities.name(id));
  kb.relations = dataset.kb.relations;
  kb.rules = dataset.kb.rules;
  std::vector<Triple> facts;
  for (const Triple& fact : dataset.kb.facts) {
    if (fact.head < entities && fact.tail < entities) facts.push_back(fact);
  }
  kb.set_facts(std::move(facts));
  return kb;
}

class AllCandidatesOfWordNet : public testing::TestWithParam<double> {};

// Entities that match only themselves, and entities with many soft matches.
INSTANTIATE_TEST_SUITE_P(Scales, AllCandidatesOfWordNet, testing::Values(2.0, 1.3, 0.5));

TEST_P(AllCandidatesOfWordNet, RankAsProvingEachDoesForAnyNumberOfThreads) {
  const std::filesystem::path folder = published("wn18rr");
  if (folder.empty()) GTEST_SKIP() << not_published("wn18rr");
  const KnowledgeBase kb = first_part(load_dataset(folder), 6000);
  const Model model =
      make_model(kb, {.entity_scale = GetParam(), .relation_scale = 0.5, .rule_scale = 0.5}, 1);
  ThreadPool threads(2);
  Reasoner reasoner(kb, model, {});
  reasoner.refresh(threads);
  const TripleSet known(kb.facts.begin(), kb.facts.end());
  Random random(1);
  std::vector<Triple> triples;
  for (int i = 0; i < 4; ++i) {
    triples.push_back(kb.facts[random.below(kb.facts.size())]);
    triples.push_back(triples.back());
    triples.back().tail = EntityId(random.below(kb.entities.size()));
  }
  RankMetrics expected;
  Prover prover(reasoner);
  for (const Triple& triple : triples) {
    for (const AskedSide side : {AskedSide::kHead, AskedSide::kTail}) {
      expected.add(rank_by_proving(prover, triple, side, known, kb.entities.size()));
    }
  }
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}}) {
    ThreadPool some_threads(count);
    const RankReport report = rank_triples(AnswerIndex(reasoner, some_threads), triples,
                                           KnownTriples(known), some_threads);
    for (const RankType type : kRankTypes) {
      EXPECT_EQ(report.both[type].mrr, expected[type].mrr);
      EXPECT_EQ(report.both[type].mean_rank, expected[type].mean_rank);
    }
  }
}

}  // namespace
}  // namespace gntp
