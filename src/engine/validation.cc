#include "engine/validation.h"

#include <algorithm>
#include <iterator>

#include "engine/watch.h"

namespace gntp {

Validation::Validation(const LoadedDataset& dataset, std::size_t limit) : dataset_(dataset) {
  const Split* valid = dataset.find_split("valid");
  if (valid == nullptr) return;
  std::ranges::copy_if(valid->triples, std::back_inserter(triples_),
                       [&](const Triple& triple) { return !dataset.kb.facts.contains(triple); });
  triples_.resize(std::min(triples_.size(), limit));
  known_ = KnownTriples(dataset);
}

Validation::Result Validation::rank(const AnswerIndex& index, ThreadPool& threads,
                                    const Observer& observer) const {
  const auto watch = [&](std::size_t, std::size_t) { throw_if_stopped(observer); };
  const Candidates& candidates = dataset_.kb.candidates;
  if (!candidates.entities.empty()) {
    const CandidateReport report =
        rank_candidates(index, triples_, candidates, known_, threads, watch);
    return {report.auc_pr, report.proved};
  }
  const RankReport report = rank_triples(index, triples_, known_, threads, watch);
  return {report.both[RankType::kExpected].mrr, report.proved};
}

}  // namespace gntp
