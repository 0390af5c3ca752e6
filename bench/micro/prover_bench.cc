// The prover's parts on UMLS-sized work: comparing two symbols, finding the nearest fact, proving a
// goal and taking a training step.
#include <benchmark/benchmark.h>

#include "learn/trainer.h"
#include "model/kernel.h"
#include "prover/prover.h"
#include "support/rivals.h"
#include "support/synthetic.h"

namespace gntp {
namespace {

struct Fixture {
  Fixture()
      : kb(bench::make_synthetic({})),
        model(make_model(kb, {.entity_scale = 1, .rule_scale = 0.3}, 1)),
        threads(1),
        reasoner(kb, model, {}) {
    reasoner.refresh(threads);
    Sampler sampler(kb, reasoner.graph(), GoalPredicates(kb), {}, 1);
    sampler.start_epoch();
    sampler.next_batch(250, goals);
  }
  const Example& next() { return goals[position++ % goals.size()]; }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads;
  Reasoner reasoner;
  std::vector<Example> goals;
  std::size_t position = 0;
};

Fixture& fixture() {
  static Fixture shared;
  return shared;
}

void unify_symbols(benchmark::State& state) {
  const Matrix& entities = fixture().model.entities;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(distance(entities.row(i % 100), entities.row((i + 7) % 100)));
    ++i;
  }
}
BENCHMARK(unify_symbols);

void refresh_index(benchmark::State& state) {
  Fixture& shared = fixture();
  for (auto _ : state) shared.reasoner.refresh(shared.threads);
}
BENCHMARK(refresh_index)->Unit(benchmark::kMicrosecond);

void search_facts(benchmark::State& state) {
  Fixture& shared = fixture();
  const FactSearch search(shared.reasoner.graph(), shared.reasoner.symbols(),
                          Unification::kPerTerm);
  for (auto _ : state) {
    const Example& example = shared.next();
    const FactPattern pattern{example.goal.predicate, example.goal.head, example.goal.tail, false,
                              example.excluded};
    benchmark::DoNotOptimize(search.nearest(pattern, shared.reasoner.radius(), 0));
  }
}
BENCHMARK(search_facts)->Unit(benchmark::kMicrosecond);

void search_facts_flat(benchmark::State& state) {
  Fixture& shared = fixture();
  bench::FlatFacts flat(shared.kb, shared.model);
  for (auto _ : state) benchmark::DoNotOptimize(flat.nearest(shared.model, shared.next().goal));
}
BENCHMARK(search_facts_flat)->Unit(benchmark::kMicrosecond);

void prove(benchmark::State& state) {
  Fixture& shared = fixture();
  Prover prover(shared.reasoner);
  for (auto _ : state) {
    const Example& example = shared.next();
    benchmark::DoNotOptimize(prover.prove(example.goal, example.excluded));
  }
}
BENCHMARK(prove)->Unit(benchmark::kMicrosecond);

void prove_exhaustively(benchmark::State& state) {
  Fixture& shared = fixture();
  for (auto _ : state) {
    benchmark::DoNotOptimize(bench::prove_exhaustively(shared.reasoner, shared.next().goal));
  }
}
BENCHMARK(prove_exhaustively)->Unit(benchmark::kMicrosecond)->Iterations(1);

void train_batch(benchmark::State& state) {
  Fixture& shared = fixture();
  Model model = shared.model;
  Trainer trainer(shared.kb, model, {}, {}, 1, shared.threads);
  EpochReport report;
  for (auto _ : state) trainer.run_batch(shared.goals, report);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * shared.goals.size()));
}
BENCHMARK(train_batch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gntp
