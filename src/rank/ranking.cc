#include "rank/ranking.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <set>

#include "base/matrix.h"
#include "rank/answer_distances.h"
#include "rank/known_answers.h"
#include "rank/proof_ranker.h"
#include "rank/triple_ranker.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Runs work(item, worker's own) for all items in parallel and reports progress from the calling
// thread.
template <typename Worker, typename Work>
void run_in_parallel(std::vector<Worker>& workers, std::size_t items, ThreadPool& threads,
                     const RankProgress& progress, Work work) {
  std::atomic<std::size_t> done = 0;
  threads.for_each(items, [&](std::size_t item, std::size_t worker) {
    work(item, workers[worker]);
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, items);
  });
}

// One for each thread.
template <typename Worker, typename... Arguments>
std::vector<Worker> make_workers(const ThreadPool& threads, const Arguments&... arguments) {
  std::vector<Worker> workers;
  workers.reserve(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) workers.emplace_back(arguments...);
  return workers;
}

float distance_of_best(Prover& prover, const Goal& goal) {
  const Proof* proof = prover.prove(goal);
  return proof == nullptr ? kInfinity : proof->distance;
}

StepGraph make_graph(const Reasoner& reasoner) {
  return {reasoner.kb().facts, reasoner.kb().entities.size(), reasoner.kb().relations.size()};
}

RuleProof counted(const Proof& proof) {
  const ProofStep& first = proof.steps.front();
  return {proof.distance, first.kind == ProofStep::Kind::kRule ? first.id : RuleProof::kByFact};
}

// Relation by relation: the same tables serve.
template <typename Ranker>
std::vector<TripleRanker::Ranks> ranks_of(std::vector<Ranker>& rankers,
                                          std::span<const Triple> triples, ThreadPool& threads,
                                          const RankProgress& progress) {
  std::vector<std::size_t> by_relation(triples.size());
  std::iota(by_relation.begin(), by_relation.end(), std::size_t{0});
  std::ranges::stable_sort(by_relation, {}, [&](std::size_t i) { return triples[i].relation; });
  std::vector<TripleRanker::Ranks> ranks(triples.size());
  run_in_parallel(rankers, triples.size(), threads, progress,
                  [&](std::size_t item, Ranker& ranker) {
                    const std::size_t i = by_relation[item];
                    ranks[i] = ranker.rank(triples[i]);
                  });
  return ranks;
}

// Best first: the places of the lists with proofs, and how many judgements come before each.
std::vector<RankedAnswer> order(const Aggregation& aggregation,
                                std::span<const std::vector<RuleProof>> lists) {
  std::vector<RankedAnswer> answers;
  for (Id id = 0; id < lists.size(); ++id) {
    if (!lists[id].empty()) answers.push_back({id, aggregation.score(lists[id]), 0});
  }
  std::ranges::stable_sort(answers, [&](const RankedAnswer& a, const RankedAnswer& b) {
    return aggregation.compare(lists[a.id], lists[b.id]) < 0;
  });
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool tied =
        i > 0 && aggregation.compare(lists[answers[i - 1].id], lists[answers[i].id]) == 0;
    answers[i].rank = tied ? answers[i - 1].rank : i + 1;
  }
  return answers;
}

// The distances of all queries' candidates in the order of their judgement: equal where they tie,
// infinite where there is no proof.
void judge_candidates(const Reasoner& reasoner, std::span<const std::pair<Id, Id>> queries,
                      std::span<const Id> candidates, ThreadPool& threads,
                      const RankProgress& progress, Matrix& distances) {
  const SearchIndex index(reasoner, threads);
  auto searches = index.make_searches(threads);
  std::vector<std::vector<RuleProof>> lists(queries.size() * candidates.size());
  run_in_parallel(searches, queries.size(), threads, progress,
                  [&](std::size_t item, ProofSearch& search) {
                    const auto& [head, relation] = queries[item];
                    const ProofLists& found = search.run({relation, AskedSide::kTail, head});
                    for (std::size_t i = 0; i < candidates.size(); ++i) {
                      const std::span<const RuleProof> proofs = found[candidates[i]];
                      lists[item * candidates.size() + i].assign(proofs.begin(), proofs.end());
                    }
                  });
  std::ranges::fill(distances.values(), kInfinity);
  for (const RankedAnswer& answer : order(index.aggregation(), lists)) {
    distances.values()[answer.id] = static_cast<float>(answer.rank);
  }
}

}  // namespace

RankReport rank_triples(const Reasoner& reasoner, std::span<const Triple> triples,
                        const TripleSet& known, ThreadPool& threads, const RankProgress& progress) {
  const KnownAnswers known_answers(known);
  std::vector<TripleRanker::Ranks> ranks;
  if (reasoner.options().aggregation.is_plain()) {
    const StepGraph graph = make_graph(reasoner);
    auto rankers = make_workers<TripleRanker>(threads, reasoner, graph, known_answers);
    ranks = ranks_of(rankers, triples, threads, progress);
  } else {
    const SearchIndex index(reasoner, threads);
    auto rankers = make_workers<ProofRanker>(threads, index, known_answers);
    ranks = ranks_of(rankers, triples, threads, progress);
  }
  RankReport report;
  for (std::size_t i = 0; i < triples.size(); ++i) {
    report.head.add(ranks[i].head);
    report.tail.add(ranks[i].tail);
    for (const Rank& rank : {ranks[i].head, ranks[i].tail}) {
      report.both.add(rank);
      report.by_relation[triples[i].relation].add(rank);
    }
  }
  return report;
}

double rank_candidates(const Reasoner& reasoner, std::span<const Triple> triples,
                       std::span<const Id> candidates, const TripleSet& known, ThreadPool& threads,
                       const RankProgress& progress) {
  const std::set<Triple> positives(triples.begin(), triples.end());
  std::vector<std::pair<Id, Id>> queries;  // heads and relations
  for (const Triple& triple : triples) queries.emplace_back(triple.head, triple.relation);
  std::ranges::sort(queries, {}, [](const auto& query) {
    return std::pair(query.second, query.first);  // by relation: the same tables serve
  });
  queries.erase(std::unique(queries.begin(), queries.end()), queries.end());

  Matrix distances(queries.size(), candidates.size());
  if (reasoner.options().aggregation.is_plain()) {
    const StepGraph graph = make_graph(reasoner);
    auto workers = make_workers<AnswerDistances>(threads, reasoner, graph);
    run_in_parallel(
        workers, queries.size(), threads, progress, [&](std::size_t item, AnswerDistances& worker) {
          const auto& [head, relation] = queries[item];
          worker.find({relation, AskedSide::kTail, head}, candidates, distances.row(item));
        });
  } else {
    judge_candidates(reasoner, queries, candidates, threads, progress, distances);
  }
  std::vector<Judged> items;
  for (std::size_t item = 0; item < queries.size(); ++item) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Triple triple{queries[item].first, queries[item].second, candidates[i]};
      const bool positive = positives.contains(triple);
      if (!positive && known.contains(triple)) continue;
      items.push_back({distances(item, i), positive});
    }
  }
  return average_precision(std::move(items));
}

std::vector<float> distances_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                ThreadPool& threads, const RankProgress& progress) {
  auto provers = make_workers<Prover>(threads, reasoner);
  std::vector<float> distances(goals.size());
  run_in_parallel(provers, goals.size(), threads, progress, [&](std::size_t item, Prover& prover) {
    distances[item] = distance_of_best(prover, goals[item]);
  });
  return distances;
}

std::vector<Candidate> candidates_of(const Reasoner& reasoner, const AnswerQuery& query,
                                     ThreadPool& threads) {
  std::vector<Id> entities(reasoner.kb().entities.size());
  std::iota(entities.begin(), entities.end(), Id{0});
  std::vector<float> distances(entities.size());
  if (CandidateSearch::pays(reasoner)) {
    const StepGraph graph = make_graph(reasoner);
    AnswerDistances(reasoner, graph).find(query, entities, distances);
  } else {
    std::vector<Goal> goals;
    goals.reserve(entities.size());
    for (const Id entity : entities) goals.push_back(goal_of(query, entity));
    distances = distances_of(reasoner, goals, threads);
  }
  std::vector<Candidate> candidates;
  for (const Id entity : entities) {
    if (distances[entity] < kInfinity) candidates.push_back({entity, distances[entity]});
  }
  return candidates;
}

std::vector<std::vector<RuleProof>> proofs_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                              ThreadPool& threads, Id hidden) {
  std::vector<std::vector<RuleProof>> lists(goals.size());
  if (reasoner.options().aggregation.is_plain()) {
    auto provers = make_workers<Prover>(threads, reasoner);
    run_in_parallel(provers, goals.size(), threads, {}, [&](std::size_t item, Prover& prover) {
      const Proof* proof = prover.prove(goals[item], hidden);
      if (proof != nullptr) lists[item].push_back(counted(*proof));
    });
    return lists;
  }
  const SearchIndex index(reasoner, threads);
  auto searches = index.make_searches(threads);
  run_in_parallel(searches, goals.size(), threads, {}, [&](std::size_t item, ProofSearch& search) {
    const auto& [predicate, head, tail] = goals[item];
    const AnswerQuery query{predicate, AskedSide::kTail, head};
    const std::span<const RuleProof> proofs = search.run(query, hidden)[tail];
    lists[item].assign(proofs.begin(), proofs.end());
  });
  return lists;
}

std::vector<RankedAnswer> rank_goals(const Reasoner& reasoner, std::span<const Goal> goals,
                                     ThreadPool& threads) {
  const Aggregation aggregation(reasoner.options().aggregation, reasoner.model().slope);
  return order(aggregation, proofs_of(reasoner, goals, threads));
}

std::vector<RankedAnswer> answers_to(const Reasoner& reasoner, const AnswerQuery& query,
                                     ThreadPool& threads) {
  const Aggregation aggregation(reasoner.options().aggregation, reasoner.model().slope);
  std::vector<std::vector<RuleProof>> lists(reasoner.kb().entities.size());
  if (reasoner.options().aggregation.is_plain()) {
    for (const Candidate& answer : candidates_of(reasoner, query, threads)) {
      lists[answer.entity].push_back({answer.distance, RuleProof::kByFact});
    }
  } else {
    const SearchIndex index(reasoner, threads);
    ProofSearch search = index.make_search();
    const ProofLists& found = search.run(query);
    for (const Id entity : found.reached()) {
      const std::span<const RuleProof> proofs = found[entity];
      lists[entity].assign(proofs.begin(), proofs.end());
    }
  }
  return order(aggregation, lists);
}

TripleSet known_triples(const LoadedDataset& dataset) {
  TripleSet known(dataset.kb.facts.begin(), dataset.kb.facts.end());
  for (const Split& split : dataset.splits) {
    known.insert(split.triples.begin(), split.triples.end());
  }
  return known;
}

}  // namespace gntp
