#include "engine/indexed_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gntp {
namespace {

RuleProof counted(const Proof& proof) {
  const ProofStep& first = proof.steps.front();
  return {proof.distance, first.kind == ProofStep::Kind::kRule ? first.id : RuleProof::kByFact};
}

// Best first: the places of the lists with proofs, and how many judgements come before each.
std::vector<RankedAnswer> order(const Aggregation& aggregation,
                                std::span<const std::vector<RuleProof>> lists) {
  std::vector<RankedAnswer> answers;
  for (Id id = 0; id < lists.size(); ++id) {
    if (!lists[id].empty()) answers.push_back({id, aggregation.score(lists[id]), 0});
  }
  std::ranges::stable_sort(answers, [&](const RankedAnswer& a, const RankedAnswer& b) {
    return aggregation.compare(lists[a.id], lists[b.id]) < 0;
  });
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool tied =
        i > 0 && aggregation.compare(lists[answers[i - 1].id], lists[answers[i].id]) == 0;
    answers[i].rank = tied ? answers[i - 1].rank : i + 1;
  }
  return answers;
}

}  // namespace

IndexedModel::Plain::Plain(const Reasoner& reasoner)
    : graph(reasoner.kb().facts, reasoner.kb().entities.size(), reasoner.kb().relations.size()) {}

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
    if (options.aggregation.is_plain()) {
      plain_ = std::make_unique<Plain>(reasoner_);
    } else {
      several_ = std::make_unique<Several>(reasoner_, pool);
    }
  });
}

double IndexedModel::score(std::span<const RuleProof> proofs) const {
  return Aggregation(aggregation(), model_->slope).score(proofs);
}

ScratchPool<Prover>::Lease IndexedModel::prover() const {
  return provers_.take([this] { return Prover(reasoner_); });
}

void IndexedModel::find_answers(const AnswerQuery& query,
                                std::vector<std::vector<RuleProof>>& lists) const {
  if (several_) {
    const auto search = several_->searches.take([this] { return several_->index.make_search(); });
    const ProofLists& found = search->run(query);
    for (const Id entity : found.reached()) {
      const std::span<const RuleProof> proofs = found[entity];
      lists[entity].assign(proofs.begin(), proofs.end());
    }
    return;
  }
  std::vector<Id> entities(lists.size());
  std::iota(entities.begin(), entities.end(), Id{0});
  std::vector<float> distances(entities.size());
  const auto search =
      plain_->searches.take([this] { return AnswerDistances(reasoner_, plain_->graph); });
  search->find(query, entities, distances);
  for (const Id entity : entities) {
    if (std::isfinite(distances[entity])) {
      lists[entity].push_back({distances[entity], RuleProof::kByFact});
    }
  }
}

std::vector<RankedAnswer> IndexedModel::answers_to(const AnswerQuery& query) const {
  std::vector<std::vector<RuleProof>> lists(kb_->entities.size());
  find_answers(query, lists);
  return order(Aggregation(aggregation(), model_->slope), lists);
}

std::vector<RankedAnswer> IndexedModel::rank_goals(std::span<const Goal> goals) const {
  std::vector<std::vector<RuleProof>> lists;
  lists.reserve(goals.size());
  for (const Goal& goal : goals) lists.push_back(proofs_of(goal));
  return order(Aggregation(aggregation(), model_->slope), lists);
}

std::vector<RuleProof> IndexedModel::proofs_of(const Goal& goal, Id excluded) const {
  if (several_) {
    const auto search = several_->searches.take([this] { return several_->index.make_search(); });
    const AnswerQuery query{goal.predicate, AskedSide::kTail, goal.head};
    const std::span<const RuleProof> proofs = search->run(query, excluded)[goal.tail];
    return {proofs.begin(), proofs.end()};
  }
  const Proof* proof = nullptr;
  const auto prover = this->prover();
  proof = prover->prove(goal, excluded);
  return proof == nullptr ? std::vector<RuleProof>() : std::vector<RuleProof>{counted(*proof)};
}

std::vector<std::vector<RuleProof>> IndexedModel::proofs_of(std::span<const Goal> goals) const {
  std::vector<std::vector<RuleProof>> lists(goals.size());
  threads_.run([&](ThreadPool& pool) {
    pool.for_each(goals.size(),
                  [&](std::size_t item, std::size_t) { lists[item] = proofs_of(goals[item]); });
  });
  return lists;
}

}  // namespace gntp
