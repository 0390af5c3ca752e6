// What grows with the knowledge base, on one of a fifth of WordNet's size: making and keeping the
// lists of neighbours, and proving goals whose entities are symbols or have soft neighbours.
#include <benchmark/benchmark.h>

#include <memory>
#include <numeric>

#include "base/random.h"
#include "learn/trainer.h"
#include "prover/prover.h"
#include "support/synthetic.h"

namespace gntp {
namespace {

constexpr bench::SyntheticOptions kSize{.entities = 8000, .relations = 18, .facts = 28'000};

// Scales at which entities have no neighbours, and about 25.
constexpr double kSymbolic = 2;
constexpr double kSoft = 1.35;

struct Large {
  explicit Large(double entity_scale)
      : kb(bench::make_synthetic(kSize)),
        model(make_model(
            kb, {.entity_scale = entity_scale, .relation_scale = 0.5, .rule_scale = 0.5}, 1)),
        threads(1),
        reasoner(kb, model, {}) {
    reasoner.refresh(threads);
    Sampler sampler(kb, reasoner.graph(), reasoner.goals(), {.head = 1, .tail = 1, .both = 2}, 1);
    sampler.start_epoch();
    sampler.next_batch(1000, goals);
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads;
  Reasoner reasoner;
  std::vector<Example> goals;
};

Large& large(bool soft) {
  static Large symbolic_one(kSymbolic);
  static Large soft_one(kSoft);
  return soft ? soft_one : symbolic_one;
}

void build_neighbours(benchmark::State& state) {
  Large& shared = large(true);
  NeighbourLists lists(shared.model.entities);
  for (auto _ : state) lists.build(shared.reasoner.radius(), shared.threads);
}
BENCHMARK(build_neighbours)->Unit(benchmark::kMillisecond);

// A batch that moves a thousand entities a little.
void update_neighbours(benchmark::State& state) {
  Large& shared = large(true);
  Matrix entities = shared.model.entities;
  NeighbourLists lists(entities);
  lists.build(shared.reasoner.radius(), shared.threads);
  Random random(1);
  std::vector<std::uint32_t> moved(1000);
  for (auto _ : state) {
    const std::uint32_t first = random.below(entities.rows() - moved.size());
    std::iota(moved.begin(), moved.end(), first);
    for (const std::uint32_t entity : moved) {
      for (float& value : entities.row(entity)) {
        value += static_cast<float>(0.001 * (2 * random.uniform() - 1));
      }
    }
    lists.update(shared.reasoner.radius(), moved, shared.threads);
  }
}
BENCHMARK(update_neighbours)->Unit(benchmark::kMicrosecond);

void prove_large(benchmark::State& state) {
  Large& shared = large(state.range(0) != 0);
  Prover prover(shared.reasoner);
  std::size_t next = 0;
  for (auto _ : state) {
    const Example& example = shared.goals[next++ % shared.goals.size()];
    benchmark::DoNotOptimize(prover.prove(example.goal, example.excluded));
  }
}
BENCHMARK(prove_large)->ArgName("soft")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gntp
