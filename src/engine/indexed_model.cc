#include "engine/indexed_model.h"

#include <utility>

#include "engine/names.h"
#include "rank/mixed_ranks.h"

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

Judgement IndexedModel::judge(PredicateId predicate, std::span<const RuleProof> proofs) const {
  const Aggregation own = index_->aggregation(forwards(RelationId(predicate)));
  const Aggregation::Judgement judgement = own.judge(proofs);
  return {own.score(judgement), own.tie_breaker(judgement)};
}

std::vector<Judgement> IndexedModel::judge(std::span<const Triple> facts) const {
  std::vector<Judgement> judgements(facts.size());
  threads_.run([&](ThreadPool& pool) {
    if (mixes(*index_)) {
      std::vector<AnswerQuery> queries;
      queries.reserve(facts.size());
      for (const Triple& fact : facts) {
        queries.push_back({fact.relation, AskedSide::kTail, fact.head});
      }
      for_each_mixed(*index_, queries, pool, {},
                     [&](std::size_t i, MixedSearch& search, std::size_t) {
                       const double total = search.parts(facts[i].tail).total();
                       judgements[i] = {score_of_log_odds(total), {evidence_of_log_odds(total)}};
                     });
      return;
    }
    const std::vector<std::vector<RuleProof>> lists =
        gntp::proofs_of(*index_, goals_of(facts), pool);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      judgements[i] = judge(facts[i].relation, lists[i]);
    }
  });
  return judgements;
}

std::optional<AnswerParts> IndexedModel::parts_of(const Triple& fact,
                                                  const Triple& excluded) const {
  if (!mixes(*index_)) return std::nullopt;
  MixedSearch search(*index_);
  search.ask({fact.relation, AskedSide::kTail, fact.head}, excluded);
  return search.parts(fact.tail);
}

}  // namespace gntp
