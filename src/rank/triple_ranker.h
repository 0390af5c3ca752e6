// Where a triple's own answers stand among all entities: one pass over the candidates of each side,
// bounded by the true answer's distance. Where the pass may round differently than the prover, the
// prover has the last word about ties; where no pass is possible, about every candidate.
//
// Each thread has its own.
#pragma once

#include <optional>

#include "prover/candidate_search.h"
#include "rank/known_answers.h"
#include "rank/metrics.h"

namespace gntp {

class TripleRanker {
 public:
  struct Ranks {
    Rank head;
    Rank tail;
  };

  // Keeps references.
  TripleRanker(const Reasoner& reasoner, const StepGraph& graph, const KnownAnswers& known);

  // Known answers other than the triple's own do not compete. Quickest where triples come by
  // relation.
  Ranks rank(const Triple& triple);

 private:
  Rank rank_by_search(const AnswerQuery& query, Id answer, float target);
  Rank rank_by_proving(const AnswerQuery& query, Id answer, float target);
  Rank count(const AnswerQuery& query, Id answer, float target, const SparseMinimum& distances);
  Prover::Comparison compare(const AnswerQuery& query, Id entity, float target, float distance);

  const Reasoner& reasoner_;
  const KnownAnswers& known_;
  Prover prover_;
  std::optional<CandidateSearch> search_;
};

}  // namespace gntp
