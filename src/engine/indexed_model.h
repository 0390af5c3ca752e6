// A model indexed to be asked: what all questions share is built once, and questions that run at
// the same time have scratch memory of their own. This is the only place of the engine that knows
// how proofs and answers are searched for.
//
// Immutable for its users; safe for any number of threads. Owns the knowledge base and the model
// together with others.
#pragma once

#include <gntp/engine.h>

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/shared_threads.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/answer_index.h"
#include "prover/prover.h"
#include "rank/answers.h"
#include "rank/mixed_search.h"

namespace gntp {

inline ScoreParts to_public(const AnswerParts& parts) {
  return {parts.rules, parts.similarity, parts.prior, parts.is_proved};
}

class IndexedModel {
 public:
  // Goals may be about the patterns of `asked`, too. Keeps a reference to the threads.
  IndexedModel(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
               const ProverOptions& options, const std::set<RelationId>& asked,
               SharedThreads& threads);

  const KnowledgeBase& kb() const { return *kb_; }
  const Model& model() const { return *model_; }
  const Reasoner& reasoner() const { return reasoner_; }
  // A fact r(a, b) is judged as an answer to r(a, ?).
  AggregateOptions aggregation(PredicateId predicate) const {
    return reasoner_.aggregation(forwards(RelationId(predicate)));
  }

  const AnswerIndex& index() const { return *index_; }

  // The score, from 0 (no proof) to 1, and what orders facts of equal score, as answers to r(a, ?).
  // Of a goal by its proofs alone, and of facts by all that speaks for them, shared out to the
  // threads.
  Judgement judge(PredicateId predicate, std::span<const RuleProof> proofs) const;
  std::vector<Judgement> judge(std::span<const Triple> facts) const;
  // The parts that make the score, where a link predictor has a say; `excluded` is a fact that
  // must not be used.
  std::optional<AnswerParts> parts_of(const Triple& fact, const Triple& excluded = kNoFact) const;

  // On the calling thread. The goals that have a proof, by their place in the list, best first.
  std::vector<RankedAnswer> rank_goals(std::span<const Goal> goals) const {
    return gntp::rank_goals(*index_, goals);
  }
  // On the calling thread. The proofs of the goal that count, nearest first; `excluded` is a fact
  // that must not be used.
  std::vector<RuleProof> proofs_of(const Goal& goal, const Triple& excluded = kNoFact) const {
    return gntp::proofs_of(*index_, goal, excluded);
  }
  // For the calling thread.
  ScratchPool<Prover>::Lease prover() const { return index_->prover(); }

 private:
  std::shared_ptr<const KnowledgeBase> kb_;
  std::shared_ptr<const Model> model_;
  SharedThreads& threads_;
  Reasoner reasoner_;
  std::optional<AnswerIndex> index_;  // of the reasoner
};

}  // namespace gntp
