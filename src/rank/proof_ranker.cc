#include "rank/proof_ranker.h"

namespace gntp {

ProofRanker::ProofRanker(const SearchIndex& index, const KnownAnswers& known)
    : known_(known), aggregation_(index.aggregation()), search_(index.make_search()) {}

TripleRanker::Ranks ProofRanker::rank(const Triple& triple) {
  return {rank({triple.relation, AskedSide::kHead, triple.tail}, triple.head),
          rank({triple.relation, AskedSide::kTail, triple.head}, triple.tail)};
}

// Counts all, then takes away the answer and those that do not compete.
Rank ProofRanker::rank(const AnswerQuery& query, Id answer) {
  const ProofLists& lists = search_.run(query);
  const std::span<const RuleProof> own = lists[answer];
  Rank rank;
  std::size_t farther = 0;
  const auto place = [&](Id entity) -> std::size_t& {
    const auto order = aggregation_.compare(lists[entity], own);
    if (order < 0) return rank.nearer;
    return order == 0 ? rank.equal : farther;
  };
  for (const Id entity : lists.reached()) ++place(entity);
  if (own.empty()) rank.equal += lists.entities() - lists.reached().size();
  for (const Id entity : known_.to(query)) {
    if (entity == answer || (lists[entity].empty() && !own.empty())) continue;
    --place(entity);
  }
  --rank.equal;
  return rank;
}

}  // namespace gntp
