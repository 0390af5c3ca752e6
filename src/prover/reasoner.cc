#include "model/kernel.h"
#include "prover/prover.h"

namespace gntp {

Reasoner::Reasoner(const KnowledgeBase& kb, const Model& model, const ProverOptions& options)
    : kb_(kb),
      model_(model),
      options_(options),
      facts_(kb.facts, kb.entities.size(), kb.relations.size()),
      symbols_(model),
      rules_(kb.rules, model,
             options.depth > 1 ? RuleIndex::Goals::kAllPredicates : RuleIndex::Goals::kRelations,
             options.k_rules) {}

void Reasoner::refresh(ThreadPool& threads) {
  radius_ = static_cast<float>(distance_of(options_.floor, model_.slope));
  symbols_.refresh(radius_, threads);
  rules_.refresh(threads);
}

}  // namespace gntp
