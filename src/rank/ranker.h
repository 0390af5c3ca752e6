// Where a triple's own answers stand among all entities, by one search for the answers of each side
// (answer_search.h). Where one proof counts, the search is bounded by the true answer's distance;
// where its sums may round differently than the prover's, the prover has the last word about ties,
// and where no search is possible, about every candidate.
//
// Each thread has its own.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <vector>

#include "kb/candidates.h"
#include "prover/answer_search.h"
#include "prover/prover.h"
#include "rank/known_triples.h"
#include "rank/metrics.h"

namespace gntp {

// Whether no other entities than the candidates answer the query.
bool limit_answers(const Candidates& candidates, const AnswerQuery& query);

// The entities that may answer the query: the candidates where they limit its answers, else all;
// of these, where only some are asked for, those that are `among` them, which is sorted.
std::vector<EntityId> possible_answers(
    const AnswerQuery& query, const Candidates& candidates, std::size_t entities,
    const std::optional<std::span<const EntityId>>& among = std::nullopt);

class Ranker {
 public:
  struct Ranks {
    Rank head;
    Rank tail;
    // Whether the true answer has a proof at all.
    bool head_proved = false;
    bool tail_proved = false;
  };

  // Keeps references. `known` are the triples that do not compete, but for the one asked about;
  // where candidates limit the answers, no others compete.
  Ranker(const AnswerIndex& index, const KnownTriples& known, const Candidates& candidates);

  // Quickest where triples come by relation.
  Ranks rank(const Triple& triple);
  // Of each of the answers. Requires: several proofs count.
  std::vector<Rank> rank(const AnswerQuery& query, std::span<const EntityId> answers);
  // Whether the answer to the query of the call before has a proof.
  bool is_proved(EntityId answer) const { return !(*lists_)[answer].empty(); }

  // The proofs of every answer; valid until the next call. Requires: several count.
  const ProofLists& proofs(const AnswerQuery& query) {
    lists_ = &search_->proofs(query);
    return *lists_;
  }
  // out[i] is the distance of the best proof of answers[i], infinite where there is none.
  void find_distances(const AnswerQuery& query, std::span<const EntityId> answers,
                      std::span<float> out);

 private:
  Ranks rank_by_distance(const Triple& triple);
  Rank rank_by_search(const AnswerQuery& query, EntityId answer, float target);
  Rank rank_by_proving(const AnswerQuery& query, EntityId answer, float target);
  Rank count(const AnswerQuery& query, EntityId answer, float target,
             const SparseMinimum& distances);
  std::weak_ordering compare(const AnswerQuery& query, EntityId entity, float target,
                             float distance);
  template <typename Order>
  Rank count(const AnswerQuery& query, EntityId answer, std::span<const EntityId> reached,
             Order order_of_entity, std::weak_ordering unreached);
  template <typename Order>
  Rank count_one_by_one(const AnswerQuery& query, EntityId answer,
                        std::span<const EntityId> competing, Order order_of_entity);
  std::span<const EntityId> known_answers(const AnswerQuery& query) const;
  float prove(const AnswerQuery& query, EntityId answer);
  float limit_for(const AnswerQuery& query, std::span<const EntityId> answers);

  const AnswerIndex& index_;
  const Reasoner& reasoner_;
  const KnownTriples& known_;
  const Candidates& candidates_;
  ScratchPool<Prover>::Lease prover_;
  std::optional<ScratchPool<AnswerSearch>::Lease> lease_;  // unless each candidate is proved
  AnswerSearch* search_ = nullptr;
  const ProofLists* lists_ = nullptr;           // of the query at hand, where several count
  std::vector<Aggregation::Judgement> judged_;  // of the query at hand
  EvidenceMemo evidence_;
};

}  // namespace gntp
