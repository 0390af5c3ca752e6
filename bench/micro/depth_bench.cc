// Nested rules on Countries S1 (271 entities): an epoch of training, and ranking afterwards, by the
// depth of proofs.
#include <benchmark/benchmark.h>

#include "kb/dataset.h"
#include "learn/trainer.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

// As the preset countries-s1 has it.
struct Fixture {
  explicit Fixture(std::size_t depth)
      : kb(load_dataset(GNTP_SOURCE_DIR "/data/countries/S1").kb),
        model(make_model(kb, {.entity_scale = 1, .relation_scale = 0.3}, 1)),
        threads(2),
        trainer(kb, model, {.depth = depth}, learn_options(), 1, threads) {}

  static LearnOptions learn_options() {
    LearnOptions options;
    options.batch_size = 50;
    options.adam.learning_rate = 0.01;
    options.adam.relation_rate = 0.1;
    options.l2 = 0;
    return options;
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads;
  Trainer trainer;
};

void train_epoch(benchmark::State& state) {
  Fixture fixture(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(fixture.trainer.run_epoch());
}
BENCHMARK(train_epoch)
    ->DenseRange(1, 3)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(5);

void rank_after_epoch(benchmark::State& state) {
  Fixture fixture(static_cast<std::size_t>(state.range(0)));
  fixture.trainer.run_epoch();
  const AnswerIndex index(fixture.trainer.reasoner(), fixture.threads);
  const KnownTriples known(TripleSet(fixture.kb.facts.begin(), fixture.kb.facts.end()));
  const Candidates all;
  Ranker ranker(index, known, all);
  std::size_t position = 0;
  for (auto _ : state) {
    const Triple fact = fixture.kb.facts[position++ * 7919 % fixture.kb.facts.size()];
    benchmark::DoNotOptimize(ranker.rank(fact));
  }
}
BENCHMARK(rank_after_epoch)->DenseRange(1, 3)->Unit(benchmark::kMillisecond)->Iterations(50);

}  // namespace
}  // namespace gntp
