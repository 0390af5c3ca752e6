#include "engine/indexed_model.h"

#include <utility>

namespace gntp {

IndexedModel::IndexedModel(std::shared_ptr<const KnowledgeBase> kb,
                           std::shared_ptr<const Model> model, const ProverOptions& options,
                           const std::set<Id>& asked, SharedThreads& threads)
    : kb_(std::move(kb)),
      model_(std::move(model)),
      threads_(threads),
      reasoner_(*kb_, *model_, options) {
  for (const Id pattern : asked) reasoner_.admit(pattern);
  threads_.run([&](ThreadPool& pool) {
    reasoner_.refresh(pool);
    index_.emplace(reasoner_, pool);
  });
}

double IndexedModel::score(std::span<const RuleProof> proofs) const {
  return index_->aggregation().score(proofs);
}

ScratchPool<Prover>::Lease IndexedModel::prover() const {
  return provers_.take([this] { return Prover(reasoner_); });
}

std::vector<RankedAnswer> IndexedModel::answers_to(const AnswerQuery& query) const {
  ThreadPool caller(1);  // no threads but the calling one
  return gntp::answers_to(*index_, query, caller);
}

std::vector<RankedAnswer> IndexedModel::rank_goals(std::span<const Goal> goals) const {
  ThreadPool caller(1);
  return gntp::rank_goals(*index_, goals, caller);
}

std::vector<RuleProof> IndexedModel::proofs_of(const Goal& goal, Id excluded) const {
  ThreadPool caller(1);
  return gntp::proofs_of(*index_, {&goal, 1}, caller, excluded).front();
}

std::vector<std::vector<RuleProof>> IndexedModel::proofs_of(std::span<const Goal> goals) const {
  return threads_.run([&](ThreadPool& pool) { return gntp::proofs_of(*index_, goals, pool); });
}

}  // namespace gntp
