#include "rank/triple_ranker.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TripleRanker::TripleRanker(const Reasoner& reasoner, const StepGraph& graph,
                           const KnownAnswers& known)
    : reasoner_(reasoner), known_(known), prover_(reasoner) {
  if (CandidateSearch::pays(reasoner)) search_.emplace(reasoner, graph);
}

TripleRanker::Ranks TripleRanker::rank(const Triple& triple) {
  const AnswerQuery head{triple.relation, AskedSide::kHead, triple.tail};
  const AnswerQuery tail{triple.relation, AskedSide::kTail, triple.head};
  const auto estimate = search_ ? search_->estimate(tail, triple.tail) : std::nullopt;
  if (estimate) {
    // Less work than a proof of the triple: the first pass finds its distance, too.
    const SparseMinimum& distances = search_->distances(tail, *estimate);
    const float target = distances[triple.tail];
    const Rank tail_rank = count(tail, triple.tail, target, distances);
    return {rank_by_search(head, triple.head, target), tail_rank};
  }
  const Proof* proof = prover_.prove({triple.relation, triple.head, triple.tail});
  const float target = proof == nullptr ? kInfinity : proof->distance;
  if (search_) {
    return {rank_by_search(head, triple.head, target), rank_by_search(tail, triple.tail, target)};
  }
  return {rank_by_proving(head, triple.head, target), rank_by_proving(tail, triple.tail, target)};
}

Rank TripleRanker::rank_by_search(const AnswerQuery& query, Id answer, float target) {
  return count(query, answer, target, search_->distances(query, target));
}

// Counts all, then takes away the answer and those that do not compete.
Rank TripleRanker::count(const AnswerQuery& query, Id answer, float target,
                         const SparseMinimum& distances) {
  Rank rank;
  std::size_t farther = 0;
  const auto place = [&](Id entity) -> std::size_t& {
    switch (compare(query, entity, target, distances[entity])) {
      case Prover::Comparison::kNearer:
        return rank.nearer;
      case Prover::Comparison::kEqual:
        return rank.equal;
      default:
        return farther;
    }
  };
  for (const Id entity : distances.reached()) ++place(entity);
  if (std::isinf(target)) {
    rank.equal += distances.entities() - distances.reached().size();
  } else {
    farther += distances.entities() - distances.reached().size();
  }
  for (const Id entity : known_.to(query)) {
    if (entity != answer) --place(entity);
  }
  --rank.equal;
  return rank;
}

Prover::Comparison TripleRanker::compare(const AnswerQuery& query, Id entity, float target,
                                         float distance) {
  using Comparison = Prover::Comparison;
  if (!CandidateSearch::is_exact(reasoner_.options()) && !std::isinf(distance)) {
    const float edge = std::min(target, reasoner_.radius());
    const bool doubtful = std::abs(distance - edge) <= CandidateSearch::kRounding * edge;
    if (doubtful) return prover_.compare(goal_of(query, entity), target);
  }
  if (distance < target) return Comparison::kNearer;
  return distance == target ? Comparison::kEqual : Comparison::kFarther;
}

Rank TripleRanker::rank_by_proving(const AnswerQuery& query, Id answer, float target) {
  Rank rank;
  const std::span<const Id> known = known_.to(query);
  for (Id entity = 0; entity < reasoner_.kb().entities.size(); ++entity) {
    if (entity == answer || std::ranges::binary_search(known, entity)) continue;
    switch (prover_.compare(goal_of(query, entity), target)) {
      case Prover::Comparison::kNearer:
        ++rank.nearer;
        break;
      case Prover::Comparison::kEqual:
        ++rank.equal;
        break;
      case Prover::Comparison::kFarther:
        break;
    }
  }
  return rank;
}

}  // namespace gntp
