// Where true answers stand by rules, predictor and prior together (mixed_search.h).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "kb/candidates.h"
#include "prover/answer_index.h"
#include "rank/metrics.h"
#include "rank/mixed_search.h"
#include "rank/ranking.h"

namespace gntp {

// Calls use(query's place, search turned to it, worker) for every query, in parallel.
void for_each_mixed(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                    ThreadPool& threads, const RankProgress& progress,
                    const std::function<void(std::size_t, MixedSearch&, std::size_t)>& use);

// Ranks by the model's own weights: element 2 * i is the i-th triple as an answer to r(?, b), the
// next one as an answer to r(a, ?).
std::vector<Rank> mixed_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                              const StepGraph& known, const Candidates& candidates,
                              ThreadPool& threads, const RankProgress& progress = {});

// Reciprocal ranks, ties in the middle, by each of the weights: rows as above, a column for each.
// options_of(step) says which weights are tried there, `count` of them.
Matrix mixed_reciprocal_ranks(
    const AnswerIndex& index, std::span<const Triple> triples, const StepGraph& known,
    const Candidates& candidates, std::size_t count,
    const std::function<MixtureWeights(Step step, std::size_t option)>& weights,
    ThreadPool& threads, const RankProgress& progress = {});

}  // namespace gntp
