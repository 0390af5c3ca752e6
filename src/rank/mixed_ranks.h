// Where true answers stand by rules, predictor and prior together (mixed_search.h).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/share_out.h"
#include "kb/candidates.h"
#include "prover/answer_index.h"
#include "rank/known_triples.h"
#include "rank/metrics.h"
#include "rank/mixed_search.h"
#include "rank/ranking.h"

namespace gntp {

// Calls use(query's place, search turned to it, worker) for every query, in parallel.
void for_each_mixed(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                    ThreadPool& threads, const RankProgress& progress,
                    const std::function<void(std::size_t, MixedSearch&, std::size_t)>& use);

// The same, shared out to all processes; `found` is what it leaves for a query.
void share_out_mixed(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                     ThreadPool& threads, const RankProgress& progress,
                     const std::function<void(std::size_t, MixedSearch&, std::size_t)>& use,
                     const ItemExchange& found);

// Weights to rank by, `count` options of them for each step.
struct MixtureOptions {
  std::size_t count;
  std::function<MixtureWeights(Step step, std::size_t option)> weights;
};

// The model's own, and nothing else. Keeps a reference.
MixtureOptions own_weights(const Model& model);

// Ranks by each of the options: element (2 * i) * count + option is the i-th triple as an answer to
// r(?, b), (2 * i + 1) * count + option the same as an answer to r(a, ?).
std::vector<Rank> mixed_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                              const KnownTriples& known, const Candidates& candidates,
                              const MixtureOptions& options, ThreadPool& threads,
                              const RankProgress& progress = {});

}  // namespace gntp
