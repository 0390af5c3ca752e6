#include "rank/ranking.h"

#include <atomic>
#include <limits>
#include <set>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<Prover> make_provers(const Reasoner& reasoner, const ThreadPool& threads) {
  std::vector<Prover> provers;
  for (std::size_t worker = 0; worker < threads.size(); ++worker) provers.emplace_back(reasoner);
  return provers;
}

// Runs work(item, prover) for all items in parallel and reports progress from the calling thread.
template <typename Work>
void prove_in_parallel(const Reasoner& reasoner, std::size_t items, ThreadPool& threads,
                       const RankProgress& progress, Work work) {
  std::vector<Prover> provers = make_provers(reasoner, threads);
  std::atomic<std::size_t> done = 0;
  threads.for_each(items, [&](std::size_t item, std::size_t worker) {
    work(item, provers[worker]);
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, items);
  });
}

float distance_of_best(Prover& prover, const Goal& goal) {
  const Proof* proof = prover.prove(goal);
  return proof == nullptr ? kInfinity : proof->distance;
}

Rank rank_one(const Reasoner& reasoner, const Triple& triple, Side side, const TripleSet& known,
              Prover& prover) {
  const float target = distance_of_best(prover, {triple.relation, triple.head, triple.tail});
  Rank rank;
  Triple candidate = triple;
  Id& asked = side == Side::kHead ? candidate.head : candidate.tail;
  for (Id entity = 0; entity < reasoner.kb().entities.size(); ++entity) {
    asked = entity;
    if (candidate == triple || known.contains(candidate)) continue;
    switch (prover.compare({candidate.relation, candidate.head, candidate.tail}, target)) {
      case Prover::Comparison::kNearer:
        ++rank.nearer;
        break;
      case Prover::Comparison::kEqual:
        ++rank.equal;
        break;
      case Prover::Comparison::kFarther:
        break;
    }
  }
  return rank;
}

}  // namespace

RankReport rank_triples(const Reasoner& reasoner, std::span<const Triple> triples,
                        const TripleSet& known, ThreadPool& threads, const RankProgress& progress) {
  std::vector<Rank> ranks(2 * triples.size());
  prove_in_parallel(reasoner, ranks.size(), threads, progress,
                    [&](std::size_t item, Prover& prover) {
                      const Side side = item % 2 == 0 ? Side::kHead : Side::kTail;
                      ranks[item] = rank_one(reasoner, triples[item / 2], side, known, prover);
                    });
  RankReport report;
  for (std::size_t item = 0; item < ranks.size(); ++item) {
    report.both.add(ranks[item]);
    (item % 2 == 0 ? report.head : report.tail).add(ranks[item]);
    report.by_relation[triples[item / 2].relation].add(ranks[item]);
  }
  return report;
}

double rank_candidates(const Reasoner& reasoner, std::span<const Triple> triples,
                       std::span<const Id> candidates, const TripleSet& known, ThreadPool& threads,
                       const RankProgress& progress) {
  const std::set<Triple> positives(triples.begin(), triples.end());
  std::set<std::pair<Id, Id>> queries;
  for (const Triple& triple : triples) queries.emplace(triple.head, triple.relation);

  std::vector<Goal> goals;
  std::vector<Judged> items;
  for (const auto& [head, relation] : queries) {
    for (const Id candidate : candidates) {
      const Triple triple{head, relation, candidate};
      const bool positive = positives.contains(triple);
      if (!positive && known.contains(triple)) continue;
      goals.push_back({relation, head, candidate});
      items.push_back({0, positive});
    }
  }
  const std::vector<float> distances = distances_of(reasoner, goals, threads, progress);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].distance = distances[i];
  return average_precision(std::move(items));
}

std::vector<float> distances_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                ThreadPool& threads, const RankProgress& progress) {
  std::vector<float> distances(goals.size());
  prove_in_parallel(reasoner, goals.size(), threads, progress,
                    [&](std::size_t item, Prover& prover) {
                      distances[item] = distance_of_best(prover, goals[item]);
                    });
  return distances;
}

TripleSet known_triples(const Dataset& dataset) {
  TripleSet known(dataset.kb.facts.begin(), dataset.kb.facts.end());
  for (const Split& split : dataset.splits) {
    known.insert(split.triples.begin(), split.triples.end());
  }
  return known;
}

}  // namespace gntp
