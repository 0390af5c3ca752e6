// Where a triple's own answers stand among all entities when several proofs of each are heard: one
// pass over the candidates of each side. Each thread has its own.
#pragma once

#include "prover/search_index.h"
#include "rank/known_answers.h"
#include "rank/triple_ranker.h"

namespace gntp {

class ProofRanker {
 public:
  // Keeps references.
  ProofRanker(const SearchIndex& index, const KnownAnswers& known);

  // Known answers other than the triple's own do not compete.
  TripleRanker::Ranks rank(const Triple& triple);

 private:
  Rank rank(const AnswerQuery& query, Id answer);

  const KnownAnswers& known_;
  Aggregation aggregation_;
  ProofSearch search_;
};

}  // namespace gntp
