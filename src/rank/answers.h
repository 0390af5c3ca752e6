// The answers to queries and the proofs of goals, as far as they count, best first.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "prover/aggregation.h"
#include "prover/answer_index.h"

namespace gntp {

// The proofs of every goal that count, nearest first; none where there is no proof. `excluded` is a
// fact that is not to be used.
std::vector<std::vector<RuleProof>> proofs_of(const AnswerIndex& index, std::span<const Goal> goals,
                                              ThreadPool& threads, Id excluded = kNoFact);

// An entity, or another id that fills a goal's unknown, and how it stands.
struct RankedAnswer {
  Id id;
  double score;
  std::size_t rank;  // from 1; answers that are judged equal share one
};

// The entities that answer the query with a score above the floor, best first, then by id.
std::vector<RankedAnswer> answers_to(const AnswerIndex& index, const AnswerQuery& query,
                                     ThreadPool& threads);
// The goals that have a proof, by their place in the list, best first.
std::vector<RankedAnswer> rank_goals(const AnswerIndex& index, std::span<const Goal> goals,
                                     ThreadPool& threads);

// A goal or an answer by its id, and its proofs, nearest first.
struct ProvedAnswer {
  Id id;
  std::span<const RuleProof> proofs;
};
// Those with proofs, best first, and how they stand.
std::vector<RankedAnswer> order_by_proofs(const Aggregation& aggregation,
                                          std::span<const ProvedAnswer> answers);

}  // namespace gntp
