#include "rank/ranking.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <set>

#include "base/matrix.h"
#include "base/share_out.h"
#include "rank/answers.h"
#include "rank/mixed_ranks.h"
#include "rank/ranker.h"
#include "rank/shared_queries.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// What a ranking works with.
struct Task {
  const AnswerIndex& index;
  const KnownTriples& known;
  const Candidates& candidates;
  ThreadPool& threads;
  const RankProgress& progress;
};

// Runs work(item, worker's ranker) for all items in parallel, here and in other processes, and
// reports progress from the calling thread. `found` is what the work leaves for an item.
template <typename Work>
void run_in_parallel(const Task& task, std::size_t items, Work work, const ItemExchange& found) {
  std::vector<Ranker> rankers;
  rankers.reserve(task.threads.size());
  for (std::size_t i = 0; i < task.threads.size(); ++i) {
    rankers.emplace_back(task.index, task.known, task.candidates);
  }
  const std::size_t own = Share(items, Communicator::current()).size();
  std::atomic<std::size_t> done = 0;
  const auto run = [&](std::size_t item, std::size_t worker) {
    work(item, rankers[worker]);
    const std::size_t finished = ++done;
    if (task.progress && worker == 0) task.progress(finished, own);
  };
  share_out(task.threads, items, run, found);
}

// Where one proof counts. Relation by relation: the same tree serves.
std::vector<Ranker::Ranks> rank_by_distance(const Task& task, std::span<const Triple> triples) {
  std::vector<std::size_t> by_relation(triples.size());
  std::iota(by_relation.begin(), by_relation.end(), std::size_t{0});
  std::ranges::stable_sort(by_relation, {}, [&](std::size_t i) { return triples[i].relation; });
  std::vector<Ranker::Ranks> ranks(triples.size());
  const auto rank = [&](std::size_t item, Ranker& ranker) {
    const std::size_t i = by_relation[item];
    ranks[i] = ranker.rank(triples[i]);
  };
  run_in_parallel(task, triples.size(), rank,
                  [&](std::size_t item, auto& archive) { archive(ranks[by_relation[item]]); });
  return ranks;
}

// Where several count: a search serves all triples that ask the same.
std::vector<Ranker::Ranks> rank_by_proofs(const Task& task, std::span<const Triple> triples) {
  const std::vector<SharedQuery> queries = shared_queries(triples);
  std::vector<Ranker::Ranks> ranks(triples.size());
  const auto rank = [&](std::size_t item, Ranker& ranker) {
    const SharedQuery& shared = queries[item];
    const std::vector<Rank> found = ranker.rank(shared.query, shared.answers);
    for (std::size_t i = 0; i < shared.triples.size(); ++i) {
      Ranker::Ranks& own = ranks[shared.triples[i]];
      const bool is_head = shared.query.asked == AskedSide::kHead;
      (is_head ? own.head : own.tail) = found[i];
      (is_head ? own.head_proved : own.tail_proved) = ranker.is_proved(shared.answers[i]);
    }
  };
  run_in_parallel(task, queries.size(), rank, [&](std::size_t item, auto& archive) {
    const bool is_head = queries[item].query.asked == AskedSide::kHead;
    for (const std::size_t place : queries[item].triples) {
      archive(is_head ? ranks[place].head : ranks[place].tail);
      archive(is_head ? ranks[place].head_proved : ranks[place].tail_proved);
    }
  });
  return ranks;
}

void add(RankReport& report, const Triple& triple, const Ranker::Ranks& ranks) {
  report.add(ranks.head, ranks.tail);
  report.by_relation[triple.relation].add(ranks.head, ranks.tail);
}

// Where a predictor has a say: by the model's weights and by each part alone.
RankReport rank_by_mixture(const Task& task, std::span<const Triple> triples) {
  enum Option : std::size_t { kOwn, kVectors, kRules, kAll };
  const Reasoner& reasoner = task.index.reasoner();
  const bool has_rules = reasoner.kb().rules.size() > 0;
  const auto weights = [&model = reasoner.model()](Step step, std::size_t option) {
    if (option == kRules) return MixtureWeights{.similarity = 0};
    return option == kVectors ? MixtureWeights{.rules = 0} : weights_of(model, step);
  };
  const MixtureOptions options{has_rules ? kAll : kRules, weights};
  const std::vector<Rank> found = mixed_ranks(task.index, triples, task.known, task.candidates,
                                              options, task.threads, task.progress);
  RankReport report;
  report.by_vectors.emplace();
  if (has_rules) report.by_rules.emplace();
  for (std::size_t i = 0; i < triples.size(); ++i) {
    const std::size_t head = 2 * i * options.count;
    const std::size_t tail = head + options.count;
    add(report, triples[i], {found[head], found[tail]});
    for (const std::size_t row : {head, tail}) {
      report.by_vectors->add(found[row + kVectors]);
      if (has_rules) report.by_rules->add(found[row + kRules]);
    }
  }
  return report;
}

// The distances of all queries' candidates, infinite where there is no proof. Where several proofs
// count: places in the order of their judgement instead, equal where they tie.
Matrix candidate_distances(const Task& task, std::span<const AnswerQuery> queries) {
  const AnswerIndex& index = task.index;
  const std::span<const EntityId> candidates = task.candidates.entities;
  Matrix distances(queries.size(), candidates.size());
  const auto row = [&](std::size_t item, auto& archive) { archive.block(distances.row(item)); };
  if (mixes(index)) {
    const auto find = [&](std::size_t item, MixedSearch& search, std::size_t) {
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        distances(item, i) = -search.parts(candidates[i]).total();
      }
    };
    share_out_mixed(index, queries, task.threads, task.progress, find, row);
    return distances;
  }
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    const auto find = [&](std::size_t item, Ranker& ranker) {
      ranker.find_distances(queries[item], candidates, distances.row(item));
    };
    run_in_parallel(task, queries.size(), find, row);
    return distances;
  }
  std::vector<std::vector<RuleProof>> lists(queries.size() * candidates.size());
  const auto find = [&](std::size_t item, Ranker& ranker) {
    const ProofLists& found = ranker.proofs(queries[item]);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const std::span<const RuleProof> proofs = found[candidates[i]];
      lists[item * candidates.size() + i].assign(proofs.begin(), proofs.end());
    }
  };
  run_in_parallel(task, queries.size(), find, [&](std::size_t item, auto& archive) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      archive(lists[item * candidates.size() + i]);
    }
  });
  std::vector<JudgedAnswer> answers;
  answers.reserve(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const Step step = step_of(queries[i / candidates.size()]);
    answers.push_back({i, index.aggregation(step).judge(lists[i])});
  }
  std::ranges::fill(distances.values(), kInfinity);
  for (const RankedAnswer& answer : order_answers(index.aggregation(), std::move(answers))) {
    distances.values()[answer.id] = static_cast<float>(answer.rank);
  }
  return distances;
}

}  // namespace

void SideMetrics::add(const Rank& of_head, const Rank& of_tail) {
  head.add(of_head);
  tail.add(of_tail);
  both.add(of_head);
  both.add(of_tail);
}

RankReport rank_triples(const AnswerIndex& index, std::span<const Triple> triples,
                        const KnownTriples& known, ThreadPool& threads,
                        const RankProgress& progress, const Candidates& candidates) {
  const Task task{index, known, candidates, threads, progress};
  if (mixes(index)) return rank_by_mixture(task, triples);
  const bool one_proof = index.reasoner().options().aggregation.one_proof_counts();
  const std::vector<Ranker::Ranks> ranks =
      one_proof ? rank_by_distance(task, triples) : rank_by_proofs(task, triples);
  RankReport report;
  report.proved = 0;
  for (std::size_t i = 0; i < triples.size(); ++i) {
    add(report, triples[i], ranks[i]);
    *report.proved += ranks[i].head_proved || ranks[i].tail_proved ? 1 : 0;
  }
  return report;
}

CandidateReport rank_candidates(const AnswerIndex& index, std::span<const Triple> triples,
                                const Candidates& candidates, const KnownTriples& known,
                                ThreadPool& threads, const RankProgress& progress) {
  const std::set<Triple> positives(triples.begin(), triples.end());
  // By relation, as the same tree serves.
  std::set<std::pair<RelationId, EntityId>> asked;
  for (const Triple& triple : triples) asked.emplace(triple.relation, triple.head);
  std::vector<AnswerQuery> queries;
  queries.reserve(asked.size());
  for (const auto& [relation, head] : asked) queries.push_back({relation, AskedSide::kTail, head});
  const Matrix distances =
      candidate_distances({index, known, candidates, threads, progress}, queries);
  std::size_t proved = 0;
  std::vector<Judged> items;
  for (std::size_t item = 0; item < queries.size(); ++item) {
    const auto [predicate, side, head] = queries[item];
    const RelationId relation(predicate);
    const std::span<const EntityId> known_tails = known.targets(head, forwards(relation));
    for (std::size_t i = 0; i < candidates.entities.size(); ++i) {
      const EntityId tail = candidates.entities[i];
      const bool positive = positives.contains({head, relation, tail});
      if (!positive && std::ranges::binary_search(known_tails, tail)) continue;
      items.push_back({distances(item, i), positive});
      proved += positive && distances(item, i) < kInfinity ? 1 : 0;
    }
  }
  CandidateReport report{average_precision(std::move(items)), std::nullopt};
  if (!mixes(index)) report.proved = proved;
  return report;
}

}  // namespace gntp
