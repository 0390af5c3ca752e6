// A model indexed to be asked: what all questions share is made once, and questions that run at
// the same time have scratch memory of their own. This is the only place of the engine that knows
// how proofs and answers are searched for.
//
// Immutable for its users; safe for any number of threads. Owns the knowledge base and the model
// together with others.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/scratch_pool.h"
#include "engine/shared_threads.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/answer_index.h"
#include "prover/prover.h"
#include "rank/answers.h"

namespace gntp {

class IndexedModel {
 public:
  // Goals may be about the patterns of `asked`, too. Keeps a reference to the threads. Throws Error
  // if the options ask for what the rules do not allow.
  IndexedModel(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
               const ProverOptions& options, const std::set<Id>& asked, SharedThreads& threads);

  const KnowledgeBase& kb() const { return *kb_; }
  const Model& model() const { return *model_; }
  const Reasoner& reasoner() const { return reasoner_; }
  const AnswerIndex& index() const { return *index_; }
  const AggregateOptions& aggregation() const { return reasoner_.options().aggregation; }

  // From 0 (no proof) to 1.
  double score(std::span<const RuleProof> proofs) const;

  // On the calling thread. The entities that answer the query with a score above the floor, best
  // first, then by id.
  std::vector<RankedAnswer> answers_to(const AnswerQuery& query) const;
  // On the calling thread. The goals that have a proof, by their place in the list, best first.
  std::vector<RankedAnswer> rank_goals(std::span<const Goal> goals) const;
  // On the calling thread. The proofs of the goal that count, nearest first; `excluded` is a fact
  // that must not be used.
  std::vector<RuleProof> proofs_of(const Goal& goal, Id excluded = kNoFact) const;
  // The same for many goals, shared out to the threads.
  std::vector<std::vector<RuleProof>> proofs_of(std::span<const Goal> goals) const;

  // For the calling thread.
  ScratchPool<Prover>::Lease prover() const;

 private:
  std::shared_ptr<const KnowledgeBase> kb_;
  std::shared_ptr<const Model> model_;
  SharedThreads& threads_;
  Reasoner reasoner_;
  std::optional<AnswerIndex> index_;
  mutable ScratchPool<Prover> provers_;
};

}  // namespace gntp
