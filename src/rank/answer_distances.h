// The distances of many answers to one query, as proving each of them gives: by one pass over the
// candidates where that is less work. Each thread has its own.
#pragma once

#include <optional>
#include <span>

#include "prover/candidate_search.h"

namespace gntp {

class AnswerDistances {
 public:
  // Keeps references.
  AnswerDistances(const Reasoner& reasoner, const StepGraph& graph);

  // out[i] is the distance of answers[i], infinite where there is no proof.
  void find(const AnswerQuery& query, std::span<const Id> answers, std::span<float> out);

 private:
  float prove(const AnswerQuery& query, Id answer);
  float limit_for(const AnswerQuery& query, std::span<const Id> answers);

  const Reasoner& reasoner_;
  Prover prover_;
  std::optional<CandidateSearch> search_;
};

}  // namespace gntp
