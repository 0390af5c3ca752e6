// A model indexed to be asked: what all questions share is built once, and questions that run at
// the same time have scratch memory of their own. This is the only place of the engine that knows
// how proofs and answers are searched for.
//
// Immutable for its users; safe for any number of threads. Owns the knowledge base and the model
// together with others.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <vector>

#include "engine/scratch_pool.h"
#include "engine/shared_threads.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/prover.h"
#include "prover/search_index.h"
#include "rank/answer_distances.h"
#include "rank/ranking.h"

namespace gntp {

class IndexedModel {
 public:
  // Goals may be about the patterns of `asked`, too. Keeps a reference to the threads.
  IndexedModel(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
               const ProverOptions& options, const std::set<Id>& asked, SharedThreads& threads);

  const KnowledgeBase& kb() const { return *kb_; }
  const Model& model() const { return *model_; }
  const Reasoner& reasoner() const { return reasoner_; }
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
  // How answers are searched for where the best proof alone counts, and where several do.
  struct Plain {
    explicit Plain(const Reasoner& reasoner);
    StepGraph graph;
    ScratchPool<AnswerDistances> searches;
  };
  struct Several {
    Several(const Reasoner& reasoner, ThreadPool& threads) : index(reasoner, threads) {}
    SearchIndex index;
    ScratchPool<ProofSearch> searches;
  };

  void find_answers(const AnswerQuery& query, std::vector<std::vector<RuleProof>>& lists) const;

  std::shared_ptr<const KnowledgeBase> kb_;
  std::shared_ptr<const Model> model_;
  SharedThreads& threads_;
  Reasoner reasoner_;
  mutable ScratchPool<Prover> provers_;
  std::unique_ptr<Plain> plain_;  // one of the two
  std::unique_ptr<Several> several_;
};

}  // namespace gntp
