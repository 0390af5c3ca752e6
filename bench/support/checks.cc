#include "support/checks.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/random.h"
#include "compare/ntp_check.h"
#include "rank/answers.h"

namespace gntp::bench {
namespace {

constexpr std::size_t kComparedGoals = 2000;

// Test triples in turn, each with as many corruptions as it takes.
std::vector<Goal> goals_to_compare(const LoadedDataset& dataset) {
  const Split* test = dataset.find_split("test");
  if (test == nullptr) fail("{}: has no test split", dataset.folder.string());
  Random random(1);
  std::vector<Goal> goals;
  for (std::size_t i = 0; goals.size() < kComparedGoals; ++i) {
    const Triple& triple = test->triples[i % test->triples.size()];
    Goal goal{triple.relation, triple.head, triple.tail};
    if (i < test->triples.size()) {
      goals.push_back(goal);
      continue;
    }
    EntityId& side = random.below(2) == 0 ? goal.head : goal.tail;
    side = EntityId(random.below(dataset.kb.entities.size()));
    goals.push_back(goal);
  }
  return goals;
}

std::vector<float> prove_goals(const LoadedDataset& dataset, const Model& model,
                               const ProverOptions& options, const std::vector<Goal>& goals) {
  ThreadPool threads(1);
  Reasoner reasoner(dataset.kb, model, options);
  reasoner.refresh(threads);
  std::vector<float> distances;
  for (const auto& proofs : proofs_of(AnswerIndex(reasoner, threads), goals, threads)) {
    const bool proved = !proofs.empty();
    distances.push_back(proved ? proofs.front().distance : std::numeric_limits<float>::infinity());
  }
  return distances;
}

}  // namespace

nlohmann::json compare_greedy_with_exact(const LoadedDataset& dataset, const Model& model,
                                         const AllOptions& settings) {
  const std::vector<Goal> goals = goals_to_compare(dataset);
  ProverOptions options = every_fact_and_rule(settings);
  const std::vector<float> exact = prove_goals(dataset, model, options, goals);
  options.index = IndexKind::kFlat;
  nlohmann::json list = nlohmann::json::array();
  for (const std::size_t k : {1, 3, 5, 10}) {
    options.k_facts = k;
    options.k_rules = k;
    const std::vector<float> greedy = prove_goals(dataset, model, options, goals);
    std::size_t lower = 0;
    std::size_t equal = 0;
    std::size_t higher = 0;
    std::size_t unproved = 0;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      lower += exact[i] > greedy[i] ? 1 : 0;
      equal += exact[i] == greedy[i] ? 1 : 0;
      higher += exact[i] < greedy[i] ? 1 : 0;
      unproved += std::isinf(exact[i]) ? 1 : 0;
    }
    list.push_back({{"k_facts", k},
                    {"k_rules", k},
                    {"lower", lower},
                    {"equal", equal},
                    {"higher", higher},
                    {"unproved", unproved}});
  }
  return list;
}

}  // namespace gntp::bench
