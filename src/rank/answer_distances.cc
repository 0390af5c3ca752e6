#include "rank/answer_distances.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gntp {

AnswerDistances::AnswerDistances(const Reasoner& reasoner, const StepGraph& graph)
    : reasoner_(reasoner), prover_(reasoner) {
  if (CandidateSearch::pays(reasoner)) search_.emplace(reasoner, graph);
}

void AnswerDistances::find(const AnswerQuery& query, std::span<const Id> answers,
                           std::span<float> out) {
  const auto prove_it = [&](Id answer) { return prove(query, answer); };
  if (!search_) {
    std::ranges::transform(answers, out.begin(), prove_it);
    return;
  }
  const float limit = search_->merges() ? reasoner_.radius() : limit_for(query, answers);
  const SparseMinimum& found = search_->distances(query, limit);
  const bool exact = CandidateSearch::is_exact(reasoner_.options());
  std::ranges::transform(answers, out.begin(), [&](Id answer) {
    const float distance = found[answer];
    const bool settled = std::isinf(distance) ? limit == reasoner_.radius() : exact;
    return settled ? distance : prove_it(answer);
  });
}

// A limit that all answers keep but a few, or the radius. Where everything is within reach of
// everything, a join up to the radius goes through far more than the best proofs need.
float AnswerDistances::limit_for(const AnswerQuery& query, std::span<const Id> answers) {
  constexpr std::size_t kFew = 4;
  std::vector<Id> missed(answers.begin(), answers.end());
  float limit = 0;
  while (missed.size() > kFew) {
    for (std::size_t i = 0; i < kFew; ++i) {
      limit = std::max(limit, prove(query, missed[i * missed.size() / kFew]));
      if (limit >= reasoner_.radius()) return reasoner_.radius();
    }
    const SparseMinimum& found = search_->distances(query, limit);
    std::erase_if(missed, [&](Id answer) { return !std::isinf(found[answer]); });
  }
  return limit;
}

float AnswerDistances::prove(const AnswerQuery& query, Id answer) {
  const Proof* proof = prover_.prove(goal_of(query, answer));
  return proof == nullptr ? SparseMinimum::kNone : proof->distance;
}

}  // namespace gntp
