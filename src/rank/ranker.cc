#include "rank/ranker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::weak_ordering order_of(Prover::Comparison comparison) {
  if (comparison == Prover::Comparison::kNearer) return std::weak_ordering::less;
  return comparison == Prover::Comparison::kEqual ? std::weak_ordering::equivalent
                                                  : std::weak_ordering::greater;
}

}  // namespace

bool limit_answers(const Candidates& candidates, const AnswerQuery& query) {
  return query.asked == AskedSide::kTail && candidates.limit_tails_of(RelationId(query.predicate));
}

std::vector<EntityId> possible_answers(const AnswerQuery& query, const Candidates& candidates,
                                       std::size_t entities,
                                       const std::optional<std::span<const EntityId>>& among) {
  const bool is_limited = limit_answers(candidates, query);
  if (is_limited && !among) return candidates.entities.to_vector();
  std::vector<EntityId> possible;
  if (is_limited) {
    std::ranges::set_intersection(candidates.entities, *among, std::back_inserter(possible));
  } else if (among) {
    possible.assign(among->begin(), among->end());
  } else {
    possible.resize(entities);
    std::iota(possible.begin(), possible.end(), EntityId{0});
  }
  return possible;
}

Ranker::Ranker(const AnswerIndex& index, const KnownTriples& known, const Candidates& candidates)
    : index_(index),
      reasoner_(index.reasoner()),
      known_(known),
      candidates_(candidates),
      prover_(index.prover()) {
  if (index.plan() == Plan::kProveEach) return;
  lease_.emplace(index.search());
  search_ = &**lease_;
}

Ranker::Ranks Ranker::rank(const Triple& triple) {
  if (reasoner_.options().aggregation.one_proof_counts()) return rank_by_distance(triple);
  Ranks ranks;
  ranks.head = rank({triple.relation, AskedSide::kHead, triple.tail}, {&triple.head, 1}).front();
  ranks.head_proved = is_proved(triple.head);
  ranks.tail = rank({triple.relation, AskedSide::kTail, triple.head}, {&triple.tail, 1}).front();
  ranks.tail_proved = is_proved(triple.tail);
  return ranks;
}

std::vector<Rank> Ranker::rank(const AnswerQuery& query, std::span<const EntityId> answers) {
  const ProofLists& lists = proofs(query);
  const Aggregation aggregation = index_.aggregation(step_of(query));
  const bool is_limited = limit_answers(candidates_, query);
  const std::span<const EntityId> known = known_answers(query);
  const auto competes = [&](EntityId entity) {
    return !std::ranges::binary_search(known, entity) &&
           (!is_limited || std::ranges::binary_search(candidates_.entities, entity));
  };
  // Every answer that is not known is judged once, whoever it is compared to.
  judged_.clear();
  for (const EntityId entity : is_limited ? std::span(candidates_.entities) : lists.reached()) {
    if (competes(entity)) judged_.push_back(aggregation.judge(lists[entity], evidence_));
  }
  const auto is_better = [&](const auto& a, const auto& b) {
    return aggregation.compare(a, b) < 0;
  };
  constexpr std::size_t kFew = 8;
  const bool is_sorted = answers.size() > kFew;
  if (is_sorted) std::ranges::sort(judged_, is_better);
  std::vector<Rank> ranks;
  ranks.reserve(answers.size());
  for (const EntityId answer : answers) {
    const Aggregation::Judgement own = aggregation.judge(lists[answer], evidence_);
    Rank rank;
    if (is_sorted) {
      const auto first = std::ranges::lower_bound(judged_, own, is_better);
      const auto last = std::ranges::upper_bound(first, judged_.end(), own, is_better);
      rank = {static_cast<std::size_t>(first - judged_.begin()),
              static_cast<std::size_t>(last - first)};
    } else {
      for (const Aggregation::Judgement& other : judged_) {
        const std::weak_ordering order = aggregation.compare(other, own);
        rank.nearer += order < 0 ? 1 : 0;
        rank.equal += order == 0 ? 1 : 0;
      }
    }
    if (own.proofs.empty() && !is_limited) {
      rank.equal += index_.graph().entities() - known.size() - judged_.size();
    }
    rank.equal -= competes(answer) ? 1 : 0;  // but not with itself
    ranks.push_back(rank);
  }
  return ranks;
}

Ranker::Ranks Ranker::rank_by_distance(const Triple& triple) {
  const AnswerQuery head{triple.relation, AskedSide::kHead, triple.tail};
  const AnswerQuery tail{triple.relation, AskedSide::kTail, triple.head};
  const auto estimate = search_ ? search_->estimate(tail, triple.tail) : std::nullopt;
  if (estimate) {
    // Less work than a proof of the triple: the first pass finds its distance, too.
    const SparseMinimum& distances = search_->distances(tail, *estimate);
    const float target = distances[triple.tail];
    const Rank tail_rank = count(tail, triple.tail, target, distances);
    const bool is_proved = target < kInfinity;
    return {rank_by_search(head, triple.head, target), tail_rank, is_proved, is_proved};
  }
  const float target = prove(tail, triple.tail);
  const bool is_proved = target < kInfinity;
  if (search_) {
    return {rank_by_search(head, triple.head, target), rank_by_search(tail, triple.tail, target),
            is_proved, is_proved};
  }
  return {rank_by_proving(head, triple.head, target), rank_by_proving(tail, triple.tail, target),
          is_proved, is_proved};
}

Rank Ranker::rank_by_search(const AnswerQuery& query, EntityId answer, float target) {
  return count(query, answer, target, search_->distances(query, target));
}

Rank Ranker::count(const AnswerQuery& query, EntityId answer, float target,
                   const SparseMinimum& distances) {
  const auto order = [&](EntityId entity) {
    return compare(query, entity, target, distances[entity]);
  };
  return count(query, answer, distances.reached(), order, std::weak_order(kInfinity, target));
}

// Counts all, then takes away the answer and those that do not compete.
template <typename Order>
Rank Ranker::count(const AnswerQuery& query, EntityId answer, std::span<const EntityId> reached,
                   Order order_of_entity, std::weak_ordering unreached) {
  if (limit_answers(candidates_, query)) {
    return count_one_by_one(query, answer, candidates_.entities, order_of_entity);
  }
  std::array<std::size_t, 3> counts{};  // nearer, equal, farther
  const auto place = [&](std::weak_ordering order) -> std::size_t& {
    return counts[order < 0 ? 0 : order == 0 ? 1 : 2];
  };
  for (const EntityId entity : reached) ++place(order_of_entity(entity));
  place(unreached) += index_.graph().entities() - reached.size();
  for (const EntityId entity : known_answers(query)) {
    if (entity != answer) --place(order_of_entity(entity));
  }
  return {counts[0], counts[1] - 1};
}

std::weak_ordering Ranker::compare(const AnswerQuery& query, EntityId entity, float target,
                                   float distance) {
  if (index_.plan() == Plan::kJoinSums && !std::isinf(distance)) {
    const float edge = std::min(target, reasoner_.radius());
    const bool doubtful = std::abs(distance - edge) <= kSumRounding * edge;
    if (doubtful) return order_of(prover_->compare(goal_of(query, entity), target));
  }
  return std::weak_order(distance, target);
}

Rank Ranker::rank_by_proving(const AnswerQuery& query, EntityId answer, float target) {
  const auto order = [&](EntityId entity) {
    return order_of(prover_->compare(goal_of(query, entity), target));
  };
  return count_one_by_one(query, answer,
                          possible_answers(query, candidates_, index_.graph().entities()), order);
}

template <typename Order>
Rank Ranker::count_one_by_one(const AnswerQuery& query, EntityId answer,
                              std::span<const EntityId> competing, Order order_of_entity) {
  Rank rank;
  const std::span<const EntityId> known = known_answers(query);
  for (const EntityId entity : competing) {
    if (entity == answer || std::ranges::binary_search(known, entity)) continue;
    const std::weak_ordering order = order_of_entity(entity);
    rank.nearer += order < 0 ? 1 : 0;
    rank.equal += order == 0 ? 1 : 0;
  }
  return rank;
}

std::span<const EntityId> Ranker::known_answers(const AnswerQuery& query) const {
  return known_.targets(query.known, step_of(query));
}

void Ranker::find_distances(const AnswerQuery& query, std::span<const EntityId> answers,
                            std::span<float> out) {
  const auto prove_it = [&](EntityId answer) { return prove(query, answer); };
  if (!search_) {
    std::ranges::transform(answers, out.begin(), prove_it);
    return;
  }
  // With these a search up to the radius is little work.
  const bool is_fast = index_.plan() == Plan::kWalk || index_.plan() == Plan::kLookUp;
  const float limit = is_fast ? reasoner_.radius() : limit_for(query, answers);
  const SparseMinimum& found = search_->distances(query, limit);
  const bool exact = index_.plan() != Plan::kJoinSums;
  std::ranges::transform(answers, out.begin(), [&](EntityId answer) {
    const float distance = found[answer];
    const bool certain = std::isinf(distance) ? limit == reasoner_.radius() : exact;
    return certain ? distance : prove_it(answer);
  });
}

// A limit that all answers keep but a few, or the radius. Where everything is within reach of
// everything, a join up to the radius goes through far more than the best proofs need.
float Ranker::limit_for(const AnswerQuery& query, std::span<const EntityId> answers) {
  constexpr std::size_t kFew = 4;
  std::vector<EntityId> missed(answers.begin(), answers.end());
  float limit = 0;
  while (missed.size() > kFew) {
    for (std::size_t i = 0; i < kFew; ++i) {
      limit = std::max(limit, prove(query, missed[i * missed.size() / kFew]));
      if (limit >= reasoner_.radius()) return reasoner_.radius();
    }
    const SparseMinimum& found = search_->distances(query, limit);
    std::erase_if(missed, [&](EntityId answer) { return !std::isinf(found[answer]); });
  }
  return limit;
}

float Ranker::prove(const AnswerQuery& query, EntityId answer) {
  const Proof* proof = prover_->prove(goal_of(query, answer));
  return proof == nullptr ? kInfinity : proof->distance;
}

}  // namespace gntp
