// Ranks a dataset's test split with an untrained model, all candidates in one pass, and a few of
// its triples by proving every candidate, as a rival and a check:
//   bench_rank FOLDER ENTITY_SCALE [TRIPLES_TO_PROVE [per_term|joint [min|product [DEPTH]]]]
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/stopwatch.h"
#include "kb/dataset.h"
#include "prover/prover.h"
#include "rank/ranking.h"

namespace gntp {
namespace {

// Seconds on the clock, and of all threads together: on a busy machine the latter tell more.
class BothClocks {
 public:
  std::string text() const {
    return fmt::format("{:.2f} s ({:.2f} s of CPU)", wall_.seconds(),
                       static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC);
  }

 private:
  Stopwatch wall_;
  std::clock_t cpu_ = std::clock();
};

double mean_neighbours(const Reasoner& reasoner) {
  std::size_t sum = 0;
  const std::size_t entities = reasoner.kb().entities.size();
  for (EntityId entity{0}; entity < entities; ++entity) {
    sum += reasoner.symbols().neighbours(entity).size() - 1;
  }
  return static_cast<double>(sum) / static_cast<double>(entities);
}

Rank rank_by_proving(const Reasoner& reasoner, const Triple& triple, AskedSide side,
                     const TripleSet& known) {
  Prover prover(reasoner);
  const Proof* proof = prover.prove({triple.relation, triple.head, triple.tail});
  const float target = proof == nullptr ? std::numeric_limits<float>::infinity() : proof->distance;
  Rank rank;
  Triple candidate = triple;
  EntityId& asked = side == AskedSide::kHead ? candidate.head : candidate.tail;
  for (asked = EntityId{0}; asked < reasoner.kb().entities.size(); ++asked) {
    if (candidate == triple || known.contains(candidate)) continue;
    const auto comparison =
        prover.compare({candidate.relation, candidate.head, candidate.tail}, target);
    rank.nearer += comparison == Prover::Comparison::kNearer ? 1 : 0;
    rank.equal += comparison == Prover::Comparison::kEqual ? 1 : 0;
  }
  return rank;
}

void compare_with_proving(const Reasoner& reasoner, std::span<const Triple> triples,
                          const TripleSet& known, ThreadPool& threads) {
  const BothClocks watch;
  std::vector<Rank> ranks(2 * triples.size());
  threads.for_each(ranks.size(), [&](std::size_t item, std::size_t) {
    const AskedSide side = item % 2 == 0 ? AskedSide::kHead : AskedSide::kTail;
    ranks[item] = rank_by_proving(reasoner, triples[item / 2], side, known);
  });
  const std::string seconds = watch.text();
  RankMetrics expected;
  for (const Rank& rank : ranks) expected.add(rank);
  const RankReport report =
      rank_triples(AnswerIndex(reasoner, threads), triples, KnownTriples(known), threads);
  bool agree = true;
  for (const RankType type : kRankTypes) agree &= report.both[type].mrr == expected[type].mrr;
  fmt::print("one by one:    {} triples in {}; ranks {}\n", triples.size(), seconds,
             agree ? "agree" : "DIFFER");
}

void run(std::span<char*> arguments) {
  const auto is = [&](std::size_t i, std::string_view text) {
    return arguments.size() > i && arguments[i] == text;
  };
  const LoadedDataset dataset = load_dataset(arguments[1]);
  ModelOptions model_options{
      .entity_scale = std::atof(arguments[2]), .relation_scale = 0.5, .rule_scale = 0.5};
  const Model model = make_model(dataset.kb, model_options, 1);
  ProverOptions options;
  if (is(4, "joint")) options.unification = Unification::kJoint;
  if (is(5, "product")) options.tnorm = TNorm::kProduct;
  if (arguments.size() > 6) options.depth = std::strtoul(arguments[6], nullptr, 10);
  ThreadPool threads(2);
  Reasoner reasoner(dataset.kb, model, options);
  reasoner.refresh(threads);
  TripleSet known(dataset.kb.facts.begin(), dataset.kb.facts.end());
  for (const Split& split : dataset.splits) {
    known.insert(split.triples.begin(), split.triples.end());
  }
  std::vector<Triple> test = dataset.find_split("test")->triples.to_vector();
  if (options.depth > 1) test.resize(std::min<std::size_t>(test.size(), 20));
  fmt::print("{} entities, {:.1f} neighbours each, {} rules\n", dataset.kb.entities.size(),
             mean_neighbours(reasoner), dataset.kb.rules.size());
  const BothClocks watch;
  const RankReport report =
      rank_triples(AnswerIndex(reasoner, threads), test, KnownTriples(known), threads);
  fmt::print("in one pass:   {} triples in {}; mrr {:.6f}\n", test.size(), watch.text(),
             report.both[RankType::kExpected].mrr);
  if (arguments.size() < 4) return;
  const std::size_t count = std::strtoul(arguments[3], nullptr, 10);
  std::vector<Triple> sample;
  for (std::size_t i = 0; i < count; ++i) sample.push_back(test[i * test.size() / count]);
  compare_with_proving(reasoner, sample, known, threads);
}

}  // namespace
}  // namespace gntp

int main(int count, char** arguments) {
  if (count < 3) {
    fmt::print(stderr, "usage: bench_rank FOLDER ENTITY_SCALE [TRIPLES_TO_PROVE ...]\n");
    return 2;
  }
  try {
    gntp::run({arguments, static_cast<std::size_t>(count)});
  } catch (const gntp::Error& error) {
    fmt::print(stderr, "bench_rank: {}\n", error.what());
    return 1;
  }
}
