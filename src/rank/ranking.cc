#include "rank/ranking.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <set>

#include "prover/candidate_search.h"
#include "rank/known_answers.h"
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

FactGroups group_facts(const Reasoner& reasoner) {
  return {reasoner.facts(), reasoner.kb().entities.size(), reasoner.kb().relations.size()};
}

// One thread's distances of goals that differ in their tails.
class TailJudge {
 public:
  TailJudge(const Reasoner& reasoner, const FactGroups& groups)
      : reasoner_(reasoner), prover_(reasoner) {
    if (CandidateSearch::covers(reasoner.options())) search_.emplace(reasoner, groups);
  }

  void judge(std::span<const Goal> goals, std::span<Judged> items) {
    if (goals.empty()) return;
    const SparseMinimum* found = nullptr;
    if (search_) {
      found =
          &search_->distances({goals[0].predicate, Side::kTail, goals[0].head}, reasoner_.radius());
    }
    const bool exact = CandidateSearch::is_exact(reasoner_.options());
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (found != nullptr) items[i].distance = (*found)[goals[i].tail];
      const bool settled = found != nullptr && (exact || items[i].distance == kInfinity);
      if (!settled) items[i].distance = distance_of_best(prover_, goals[i]);
    }
  }

 private:
  const Reasoner& reasoner_;
  Prover prover_;
  std::optional<CandidateSearch> search_;
};

}  // namespace

RankReport rank_triples(const Reasoner& reasoner, std::span<const Triple> triples,
                        const TripleSet& known, ThreadPool& threads, const RankProgress& progress) {
  const FactGroups groups = group_facts(reasoner);
  const KnownAnswers known_answers(known);
  auto rankers = make_workers<TripleRanker>(threads, reasoner, groups, known_answers);
  std::vector<std::size_t> by_relation(triples.size());
  std::iota(by_relation.begin(), by_relation.end(), std::size_t{0});
  std::ranges::stable_sort(by_relation, {}, [&](std::size_t i) { return triples[i].relation; });
  std::vector<TripleRanker::Ranks> ranks(triples.size());
  run_in_parallel(rankers, triples.size(), threads, progress,
                  [&](std::size_t item, TripleRanker& ranker) {
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

double rank_candidates(const Reasoner& reasoner, std::span<const Triple> triples,
                       std::span<const Id> candidates, const TripleSet& known, ThreadPool& threads,
                       const RankProgress& progress) {
  const std::set<Triple> positives(triples.begin(), triples.end());
  std::set<std::pair<Id, Id>> queries;
  for (const Triple& triple : triples) queries.emplace(triple.head, triple.relation);

  std::vector<Goal> goals;
  std::vector<Judged> items;
  std::vector<std::size_t> begin;  // of each query's goals
  for (const auto& [head, relation] : queries) {
    begin.push_back(goals.size());
    for (const Id candidate : candidates) {
      const Triple triple{head, relation, candidate};
      const bool positive = positives.contains(triple);
      if (!positive && known.contains(triple)) continue;
      goals.push_back({relation, head, candidate});
      items.push_back({kInfinity, positive});
    }
  }
  begin.push_back(goals.size());
  const FactGroups groups = group_facts(reasoner);
  auto judges = make_workers<TailJudge>(threads, reasoner, groups);
  run_in_parallel(judges, queries.size(), threads, progress,
                  [&](std::size_t query, TailJudge& judge) {
                    const std::size_t count = begin[query + 1] - begin[query];
                    judge.judge(std::span(goals).subspan(begin[query], count),
                                std::span(items).subspan(begin[query], count));
                  });
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

std::vector<Candidate> candidates_of(const Reasoner& reasoner, const CandidateQuery& query,
                                     ThreadPool& threads) {
  std::vector<Candidate> candidates;
  if (CandidateSearch::covers(reasoner.options())) {
    const FactGroups groups = group_facts(reasoner);
    CandidateSearch search(reasoner, groups);
    const SparseMinimum& distances = search.distances(query, reasoner.radius());
    for (const Id entity : distances.reached()) candidates.push_back({entity, distances[entity]});
    std::ranges::sort(candidates, {}, &Candidate::entity);
    if (CandidateSearch::is_exact(reasoner.options())) return candidates;
  } else {
    for (Id id = 0; id < reasoner.kb().entities.size(); ++id) candidates.push_back({id, 0});
  }
  std::vector<Goal> goals;
  for (const Candidate& candidate : candidates) goals.push_back(goal_of(query, candidate.entity));
  const std::vector<float> distances = distances_of(reasoner, goals, threads);
  for (std::size_t i = 0; i < goals.size(); ++i) candidates[i].distance = distances[i];
  std::erase_if(candidates, [](const Candidate& item) { return item.distance == kInfinity; });
  return candidates;
}

TripleSet known_triples(const Dataset& dataset) {
  TripleSet known(dataset.kb.facts.begin(), dataset.kb.facts.end());
  for (const Split& split : dataset.splits) {
    known.insert(split.triples.begin(), split.triples.end());
  }
  return known;
}

}  // namespace gntp
