#include "rank/answers.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "prover/prover.h"
#include "prover/search_pool.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

RuleProof counted(const Proof& proof) {
  const ProofStep& first = proof.steps.front();
  return {proof.distance, first.kind == ProofStep::Kind::kRule ? first.id : RuleProof::kByFact};
}

// The distances of all entities as answers; where each has to be proved, all threads do.
std::vector<float> distances_of_all(const AnswerIndex& index, const AnswerQuery& query,
                                    ThreadPool& threads) {
  std::vector<float> distances(index.graph().entities());
  if (index.plan() != Plan::kProveEach) {
    std::vector<Id> entities(distances.size());
    std::iota(entities.begin(), entities.end(), Id{0});
    Ranker(index, index.graph()).find_distances(query, entities, distances);
    return distances;
  }
  std::vector<Prover> provers(threads.size(), Prover(index.reasoner()));
  threads.for_each(distances.size(), [&](std::size_t entity, std::size_t worker) {
    const Proof* proof = provers[worker].prove(goal_of(query, static_cast<Id>(entity)));
    distances[entity] = proof == nullptr ? kInfinity : proof->distance;
  });
  return distances;
}

}  // namespace

std::vector<RankedAnswer> order_by_proofs(const Aggregation& aggregation,
                                          std::span<const ProvedAnswer> answers) {
  struct Item {
    Id id;
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
    ranked.push_back({judged[i].id, aggregation.score(judged[i].judgement.proofs),
                      tied ? ranked.back().rank : i + 1});
  }
  return ranked;
}

std::vector<std::vector<RuleProof>> proofs_of(const AnswerIndex& index, std::span<const Goal> goals,
                                              ThreadPool& threads, Id excluded) {
  std::vector<std::vector<RuleProof>> lists(goals.size());
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    std::vector<Prover> provers(threads.size(), Prover(index.reasoner()));
    threads.for_each(goals.size(), [&](std::size_t item, std::size_t worker) {
      const Proof* proof = provers[worker].prove(goals[item], excluded);
      if (proof != nullptr) lists[item].push_back(counted(*proof));
    });
    return lists;
  }
  std::vector<SearchPool::Lease> searches = index.searches().lease(threads.size());
  threads.for_each(goals.size(), [&](std::size_t item, std::size_t worker) {
    const auto& [predicate, head, tail] = goals[item];
    const AnswerQuery query{predicate, AskedSide::kTail, head};
    const std::span<const RuleProof> proofs = searches[worker]->proofs(query, excluded)[tail];
    lists[item].assign(proofs.begin(), proofs.end());
  });
  return lists;
}

std::vector<RankedAnswer> rank_goals(const AnswerIndex& index, std::span<const Goal> goals,
                                     ThreadPool& threads) {
  const std::vector<std::vector<RuleProof>> lists = proofs_of(index, goals, threads);
  std::vector<ProvedAnswer> answers;
  for (const auto& proofs : lists) answers.push_back({static_cast<Id>(answers.size()), proofs});
  return order_by_proofs(index.aggregation(), answers);
}

std::vector<RankedAnswer> answers_to(const AnswerIndex& index, const AnswerQuery& query,
                                     ThreadPool& threads) {
  std::vector<ProvedAnswer> answers;
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    std::vector<RuleProof> proofs;
    for (const float distance : distances_of_all(index, query, threads)) {
      proofs.push_back({distance, RuleProof::kByFact});
    }
    for (Id entity = 0; entity < proofs.size(); ++entity) {
      if (proofs[entity].distance < kInfinity) answers.push_back({entity, {&proofs[entity], 1}});
    }
    return order_by_proofs(index.aggregation(), answers);
  }
  const SearchPool::Lease search = index.searches().lease();
  const ProofLists& found = search->proofs(query);
  for (const Id entity : found.reached()) answers.push_back({entity, found[entity]});
  std::ranges::sort(answers, {}, &ProvedAnswer::id);
  return order_by_proofs(index.aggregation(), answers);
}

}  // namespace gntp
