// Ranking a triple among all entities, on UMLS-sized work and on ten thousand entities, symbolic
// and soft: one pass over the candidates against one comparison for each.
#include <benchmark/benchmark.h>

#include <limits>

#include "rank/ranker.h"
#include "support/synthetic.h"

namespace gntp {
namespace {

struct Setting {
  bench::SyntheticOptions sizes;
  double entity_scale;
};

const Setting kSmall{{}, 1};
const Setting kSymbolic{{.entities = 10000, .relations = 20, .facts = 30000}, 2};
const Setting kSoft{{.entities = 10000, .relations = 20, .facts = 30000}, 1.3};

struct Fixture {
  explicit Fixture(const Setting& setting)
      : kb(bench::make_synthetic(setting.sizes)),
        model(make_model(
            kb, {.entity_scale = setting.entity_scale, .relation_scale = 0.5, .rule_scale = 0.5},
            1)),
        threads(2),
        reasoner(kb, model, {}),
        index((reasoner.refresh(threads), reasoner), threads) {}

  // A fact with another tail: some have a proof, some have none.
  Triple next() {
    const Triple fact = kb.facts[(position * 7919) % kb.facts.size()];
    const Triple other = kb.facts[(position * 104729 + 1) % kb.facts.size()];
    ++position;
    return {fact.head, fact.relation, position % 2 == 0 ? fact.tail : other.tail};
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads;
  Reasoner reasoner;
  AnswerIndex index;
  std::size_t position = 0;
};

void rank_in_one_pass(benchmark::State& state, const Setting& setting) {
  Fixture fixture(setting);
  const KnownTriples known(TripleSet(fixture.kb.facts.begin(), fixture.kb.facts.end()));
  const Candidates everybody;
  Ranker ranker(fixture.index, known, everybody);
  for (auto _ : state) benchmark::DoNotOptimize(ranker.rank(fixture.next()));
}

void rank_one_by_one(benchmark::State& state, const Setting& setting) {
  Fixture fixture(setting);
  Prover prover(fixture.reasoner);
  for (auto _ : state) {
    const Triple triple = fixture.next();
    const Proof* proof = prover.prove({triple.relation, triple.head, triple.tail});
    const float target =
        proof == nullptr ? std::numeric_limits<float>::infinity() : proof->distance;
    for (EntityId entity{0}; entity < fixture.kb.entities.size(); ++entity) {
      benchmark::DoNotOptimize(prover.compare({triple.relation, entity, triple.tail}, target));
      benchmark::DoNotOptimize(prover.compare({triple.relation, triple.head, entity}, target));
    }
  }
}

BENCHMARK_CAPTURE(rank_in_one_pass, small, kSmall)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rank_one_by_one, small, kSmall)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rank_in_one_pass, symbolic, kSymbolic)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rank_one_by_one, symbolic, kSymbolic)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(4);
BENCHMARK_CAPTURE(rank_in_one_pass, soft, kSoft)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(rank_one_by_one, soft, kSoft)->Unit(benchmark::kMicrosecond)->Iterations(2);

}  // namespace
}  // namespace gntp
