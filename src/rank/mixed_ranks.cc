#include "rank/mixed_ranks.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "rank/scored_ranks.h"
#include "rank/shared_queries.h"

namespace gntp {
namespace {

std::vector<AnswerQuery> queries_of(std::span<const SharedQuery> shared) {
  std::vector<AnswerQuery> queries;
  queries.reserve(shared.size());
  for (const SharedQuery& each : shared) queries.push_back(each.query);
  return queries;
}

std::size_t row_of(const SharedQuery& shared, std::size_t answer) {
  return 2 * shared.triples[answer] + (shared.query.asked == AskedSide::kTail ? 1 : 0);
}

}  // namespace

void for_each_mixed(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                    ThreadPool& threads, const RankProgress& progress,
                    const std::function<void(std::size_t, MixedSearch&, std::size_t)>& use) {
  const CommunicatorScope by_itself;
  share_out_mixed(index, queries, threads, progress, use, [](std::size_t, auto&) {});
}

void share_out_mixed(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                     ThreadPool& threads, const RankProgress& progress,
                     const std::function<void(std::size_t, MixedSearch&, std::size_t)>& use,
                     const ItemExchange& found) {
  const std::size_t together = MixedSearch::together(index);
  const std::size_t chunks = (queries.size() + together - 1) / together;
  const std::size_t processes = Communicator::current().size();
  std::vector<std::unique_ptr<MixedSearch>> searches(threads.size());
  std::atomic<std::size_t> done = 0;
  const auto queries_of_chunk = [&](std::size_t chunk) {
    return queries.subspan(chunk * together, std::min(together, queries.size() - chunk * together));
  };
  const auto run = [&](std::size_t chunk, std::size_t worker) {
    if (!searches[worker]) searches[worker] = std::make_unique<MixedSearch>(index);
    MixedSearch& search = *searches[worker];
    const std::span<const AnswerQuery> own = queries_of_chunk(chunk);
    search.prepare(own);
    for (std::size_t i = 0; i < own.size(); ++i) {
      search.turn_to(i);
      use(chunk * together + i, search, worker);
      const std::size_t finished = processes * ++done;  // the others are about as far
      if (progress && worker == 0) progress(std::min(finished, queries.size()), queries.size());
    }
  };
  share_out(threads, chunks, run, [&](std::size_t chunk, auto& archive) {
    for (std::size_t i = 0; i < queries_of_chunk(chunk).size(); ++i) {
      found.exchange(chunk * together + i, archive);
    }
  });
}

MixtureOptions own_weights(const Model& model) {
  return {1, [&model](Step step, std::size_t) { return weights_of(model, step); }};
}

std::vector<Rank> mixed_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                              const KnownTriples& known, const Candidates& candidates,
                              const MixtureOptions& options, ThreadPool& threads,
                              const RankProgress& progress) {
  const std::vector<SharedQuery> shared = shared_queries(triples);
  std::vector<Rank> ranks(2 * triples.size() * options.count);
  std::vector<std::vector<float>> totals(threads.size());
  const auto rank_query = [&](std::size_t number, MixedSearch& search, std::size_t worker) {
    const SharedQuery& own = shared[number];
    const Step step = step_of(own.query);
    const std::span<const EntityId> known_answers = known.targets(own.query.known, step);
    totals[worker].resize(index.graph().entities());
    for (std::size_t option = 0; option < options.count; ++option) {
      search.find_totals(options.weights(step, option), totals[worker]);
      for (std::size_t i = 0; i < own.answers.size(); ++i) {
        ranks[row_of(own, i) * options.count + option] =
            rank_by_scores(own.query, own.answers[i], totals[worker], known_answers, candidates);
      }
    }
  };
  share_out_mixed(index, queries_of(shared), threads, progress, rank_query,
                  [&](std::size_t number, auto& archive) {
                    for (std::size_t i = 0; i < shared[number].answers.size(); ++i) {
                      archive.block(std::span(ranks).subspan(
                          row_of(shared[number], i) * options.count, options.count));
                    }
                  });
  return ranks;
}

}  // namespace gntp
