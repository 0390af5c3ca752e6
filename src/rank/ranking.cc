#include "rank/ranking.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <set>

#include "base/matrix.h"
#include "rank/answers.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Runs work(item, worker's ranker) for all items in parallel and reports progress from the calling
// thread.
template <typename Work>
void run_in_parallel(const AnswerIndex& index, const StepGraph& known, std::size_t items,
                     ThreadPool& threads, const RankProgress& progress, Work work) {
  std::vector<Ranker> rankers;
  rankers.reserve(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) rankers.emplace_back(index, known);
  std::atomic<std::size_t> done = 0;
  threads.for_each(items, [&](std::size_t item, std::size_t worker) {
    work(item, rankers[worker]);
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, items);
  });
}

// The distances of all queries' candidates, infinite where there is no proof. Where several proofs
// count: places in the order of their judgement instead, equal where they tie.
Matrix candidate_distances(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                           std::span<const Id> candidates, const StepGraph& known,
                           ThreadPool& threads, const RankProgress& progress) {
  Matrix distances(queries.size(), candidates.size());
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    run_in_parallel(index, known, queries.size(), threads, progress,
                    [&](std::size_t item, Ranker& ranker) {
                      ranker.find_distances(queries[item], candidates, distances.row(item));
                    });
    return distances;
  }
  std::vector<std::vector<RuleProof>> lists(queries.size() * candidates.size());
  run_in_parallel(index, known, queries.size(), threads, progress,
                  [&](std::size_t item, Ranker& ranker) {
                    const ProofLists& found = ranker.proofs(queries[item]);
                    for (std::size_t i = 0; i < candidates.size(); ++i) {
                      const std::span<const RuleProof> proofs = found[candidates[i]];
                      lists[item * candidates.size() + i].assign(proofs.begin(), proofs.end());
                    }
                  });
  std::vector<ProvedAnswer> answers;
  answers.reserve(lists.size());
  for (const auto& proofs : lists) answers.push_back({static_cast<Id>(answers.size()), proofs});
  std::ranges::fill(distances.values(), kInfinity);
  for (const RankedAnswer& answer : order_by_proofs(index.aggregation(), answers)) {
    distances.values()[answer.id] = static_cast<float>(answer.rank);
  }
  return distances;
}

}  // namespace

RankReport rank_triples(const AnswerIndex& index, std::span<const Triple> triples,
                        const StepGraph& known, ThreadPool& threads, const RankProgress& progress) {
  // Relation by relation: the same tree serves.
  std::vector<std::size_t> by_relation(triples.size());
  std::iota(by_relation.begin(), by_relation.end(), std::size_t{0});
  std::ranges::stable_sort(by_relation, {}, [&](std::size_t i) { return triples[i].relation; });
  std::vector<Ranker::Ranks> ranks(triples.size());
  run_in_parallel(index, known, triples.size(), threads, progress,
                  [&](std::size_t item, Ranker& ranker) {
                    const std::size_t i = by_relation[item];
                    ranks[i] = ranker.rank(triples[i]);
                  });
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

double rank_candidates(const AnswerIndex& index, std::span<const Triple> triples,
                       std::span<const Id> candidates, const StepGraph& known, ThreadPool& threads,
                       const RankProgress& progress) {
  const std::set<Triple> positives(triples.begin(), triples.end());
  std::set<std::pair<Id, Id>> asked;  // relations and heads; by relation, as the same tree serves
  for (const Triple& triple : triples) asked.emplace(triple.relation, triple.head);
  std::vector<AnswerQuery> queries;
  queries.reserve(asked.size());
  for (const auto& [relation, head] : asked) queries.push_back({relation, AskedSide::kTail, head});
  const Matrix distances =
      candidate_distances(index, queries, candidates, known, threads, progress);
  std::vector<Judged> items;
  for (std::size_t item = 0; item < queries.size(); ++item) {
    const auto [relation, side, head] = queries[item];
    const std::span<const Id> known_tails = known.targets(head, forwards(relation));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const bool positive = positives.contains({head, relation, candidates[i]});
      if (!positive && std::ranges::binary_search(known_tails, candidates[i])) continue;
      items.push_back({distances(item, i), positive});
    }
  }
  return average_precision(std::move(items));
}

StepGraph known_graph(const KnowledgeBase& kb, const TripleSet& known) {
  return {{known.begin(), known.end()}, kb.entities.size(), kb.relations.size()};
}

TripleSet known_triples(const LoadedDataset& dataset) {
  TripleSet known(dataset.kb.facts.begin(), dataset.kb.facts.end());
  for (const Split& split : dataset.splits) {
    known.insert(split.triples.begin(), split.triples.end());
  }
  return known;
}

}  // namespace gntp
