#include "support/checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "rank/answers.h"
#include "support/tensor_ntp.h"

namespace gntp::bench {
namespace {

constexpr std::size_t kMostBytes = std::size_t{2} << 30U;
constexpr std::size_t kMostGoals = 50;
constexpr std::size_t kLeastGoals = 2;
constexpr double kMostSeconds = 8;
constexpr std::size_t kComparedGoals = 2000;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

ProverOptions every_fact_and_rule(const AllOptions& settings) {
  ProverOptions options = settings.prover;
  options.k_facts = 0;
  options.k_rules = 0;
  return options;
}

// Goals from all over a training batch, positives and negatives as they come.
std::vector<Example> sample_batch(const Reasoner& reasoner, const AllOptions& settings) {
  Sampler sampler(reasoner.kb(), reasoner.facts(), reasoner.goals(), settings.learn.corruptions, 1);
  sampler.start_epoch();
  std::vector<Example> batch;
  sampler.next_batch(settings.learn.batch_size, batch);
  Random(1).shuffle(std::span(batch));
  return batch;
}

// Above the floor both must find the same distance; below it the exact search may find nothing.
bool agree(float exact, float exhaustive, float radius) {
  const float slack = 1e-5F * std::max(1.0F, radius);
  if (std::isinf(exact)) return exhaustive > radius - slack;
  return std::abs(exact - exhaustive) <= slack;
}

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

nlohmann::json compare_with_ntp(const KnowledgeBase& kb, const Model& model,
                                const AllOptions& settings) {
  ThreadPool threads(1);
  Reasoner reasoner(kb, model, every_fact_and_rule(settings));
  reasoner.refresh(threads);
  TensorNtp ntp(reasoner);
  Prover prover(reasoner);
  const bool fits = ntp.bytes_of_all_states() <= kMostBytes;
  const auto memory = fits ? TensorNtp::Memory::kAllStates : TensorNtp::Memory::kBlocks;

  std::size_t goals = 0;
  std::size_t proved = 0;
  std::size_t disagreements = 0;
  double seconds = 0;
  std::size_t bytes = fits ? 0 : ntp.bytes_of_all_states();
  for (const Example& example : sample_batch(reasoner, settings)) {
    if (goals == kMostGoals || (goals >= kLeastGoals && seconds > kMostSeconds)) break;
    const Stopwatch stopwatch;
    const float exhaustive = ntp.prove(example.goal, example.excluded, memory);
    seconds += stopwatch.seconds();
    if (fits) bytes = std::max(bytes, ntp.peak_bytes());
    const Proof* proof = prover.prove(example.goal, example.excluded);
    ++goals;
    proved += proof != nullptr ? 1 : 0;
    const float exact = proof == nullptr ? kInfinity : proof->distance;
    disagreements += agree(exact, exhaustive, reasoner.radius()) ? 0 : 1;
  }
  if (fits && bytes != ntp.bytes_of_all_states()) fail("the proof states were counted wrongly");
  return {{"goals", goals},
          {"proved", proved},
          {"disagreements", disagreements},
          {"seconds", seconds / static_cast<double>(goals)},
          {"paths", ntp.paths()},
          {"bytes", bytes},
          {"allocated", fits}};
}

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
