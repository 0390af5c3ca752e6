#include "rank/answers.h"

#include <algorithm>
#include <cmath>

#include "prover/answer_search.h"
#include "prover/prover.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

RuleProof counted(const Proof& proof) {
  const ProofStep& first = proof.steps.front();
  return {proof.distance, first.kind == ProofStep::Kind::kRule ? first.rule : RuleProof::kByFact};
}

}  // namespace

std::vector<RankedAnswer> order_by_proofs(const Aggregation& aggregation,
                                          std::span<const ProvedAnswer> answers) {
  struct Item {
    std::size_t id;
    Aggregation::Judgement judgement;
  };
  std::vector<Item> judged;
  for (const auto& [id, proofs] : answers) {
    if (!proofs.empty()) judged.push_back({id, aggregation.judge(proofs)});
  }
  std::ranges::stable_sort(judged, [&](const Item& a, const Item& b) {
    return aggregation.compare(a.judgement, b.judgement) < 0;
  });
  std::vector<RankedAnswer> ranked;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const bool tied =
        i > 0 && aggregation.compare(judged[i - 1].judgement, judged[i].judgement) == 0;
    const std::span<const RuleProof> proofs = judged[i].judgement.proofs;
    ranked.push_back({judged[i].id, aggregation.score(proofs), aggregation.tie_breaker(proofs),
                      tied ? ranked.back().rank : i + 1});
  }
  return ranked;
}

std::vector<RuleProof> proofs_of(const AnswerIndex& index, const Goal& goal, FactId excluded) {
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    const auto prover = index.prover();
    const Proof* proof = prover->prove(goal, excluded);
    return proof == nullptr ? std::vector<RuleProof>() : std::vector<RuleProof>{counted(*proof)};
  }
  const auto search = index.search();
  const AnswerQuery query{goal.predicate, AskedSide::kTail, goal.head};
  const std::span<const RuleProof> proofs = search->proofs(query, excluded)[goal.tail];
  return {proofs.begin(), proofs.end()};
}

std::vector<std::vector<RuleProof>> proofs_of(const AnswerIndex& index, std::span<const Goal> goals,
                                              ThreadPool& threads) {
  std::vector<std::vector<RuleProof>> lists(goals.size());
  threads.for_each(goals.size(), [&](std::size_t item, std::size_t) {
    lists[item] = proofs_of(index, goals[item]);
  });
  return lists;
}

std::vector<RankedAnswer> rank_goals(const AnswerIndex& index, std::span<const Goal> goals) {
  std::vector<std::vector<RuleProof>> lists;
  lists.reserve(goals.size());
  for (const Goal& goal : goals) lists.push_back(proofs_of(index, goal));
  std::vector<ProvedAnswer> answers;
  answers.reserve(lists.size());
  for (const auto& proofs : lists) answers.push_back({answers.size(), proofs});
  return order_by_proofs(index.aggregation(), answers);
}

std::vector<RankedAnswer> answers_to(const AnswerIndex& index, const AnswerQuery& query) {
  const Candidates& candidates = index.reasoner().kb().candidates;
  const std::vector<EntityId> entities =
      possible_answers(query, candidates, index.graph().entities());
  std::vector<ProvedAnswer> answers;
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    std::vector<float> distances(entities.size());
    Ranker(index, index.graph(), candidates).find_distances(query, entities, distances);
    std::vector<RuleProof> proofs;
    proofs.reserve(distances.size());
    for (const float distance : distances) proofs.push_back({distance, RuleProof::kByFact});
    for (std::size_t i = 0; i < entities.size(); ++i) {
      if (std::isfinite(distances[i])) answers.push_back({entities[i], {&proofs[i], 1}});
    }
    return order_by_proofs(index.aggregation(), answers);
  }
  const auto search = index.search();
  const ProofLists& found = search->proofs(query);
  for (const EntityId entity : entities) answers.push_back({entity, found[entity]});
  return order_by_proofs(index.aggregation(), answers);
}

}  // namespace gntp
