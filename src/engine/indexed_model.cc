#include "engine/indexed_model.h"

#include <utility>

namespace gntp {

IndexedModel::IndexedModel(std::shared_ptr<const KnowledgeBase> kb,
                           std::shared_ptr<const Model> model, const ProverOptions& options,
                           const std::set<RelationId>& asked, SharedThreads& threads)
    : kb_(std::move(kb)),
      model_(std::move(model)),
      threads_(threads),
      reasoner_(*kb_, *model_, options) {
  for (const RelationId pattern : asked) reasoner_.admit(pattern);
  threads_.run([&](ThreadPool& pool) {
    reasoner_.refresh(pool);
    index_.emplace(reasoner_, pool);
  });
}

std::vector<std::vector<RuleProof>> IndexedModel::proofs_of(std::span<const Goal> goals) const {
  std::vector<std::vector<RuleProof>> lists;
  threads_.run([&](ThreadPool& pool) { lists = gntp::proofs_of(*index_, goals, pool); });
  return lists;
}

}  // namespace gntp
