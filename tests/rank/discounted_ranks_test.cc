// Ranks under several discounts at once against ranking under each of them.
#include "rank/discounted_ranks.h"

#include <gtest/gtest.h>

#include "prover/answer_case.h"

namespace gntp {
namespace {

TEST(DiscountedRanks, AreThoseOfEachDiscountByItself) {
  const std::vector<double> discounts{0.1, 0.5, 1};
  std::size_t different = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase made = symbolic_case(seed, {}, Relations::kApart);
    ProverOptions options;
    options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 5};
    const KnownTriples known(TripleSet(made.kb.facts.begin(), made.kb.facts.end()));
    std::vector<Triple> triples(made.kb.facts.begin(), made.kb.facts.end());
    for (EntityId entity{0}; entity < made.kb.entities.size(); ++entity) {
      triples.push_back({entity, RelationId(0), EntityId(0)});
    }
    ThreadPool threads(2);
    Reasoner reasoner(made.kb, made.model, options);
    reasoner.refresh(threads);
    const AnswerIndex index(reasoner, threads);
    const Matrix ranks = reciprocal_ranks(index, triples, discounts, known, {}, threads);
    for (std::size_t column = 0; column < discounts.size(); ++column) {
      options.aggregation.discount = discounts[column];
      Reasoner own(made.kb, made.model, options);
      own.refresh(threads);
      const AnswerIndex own_index(own, threads);
      for (std::size_t i = 0; i < triples.size(); ++i) {
        const RankReport report = rank_triples(own_index, {&triples[i], 1}, known, threads);
        const auto expected = [](const RankMetrics& metrics) {
          return 1 / metrics[RankType::kRealistic].mean_rank;
        };
        EXPECT_NEAR(ranks(2 * i, column), expected(report.head), 1e-6);
        EXPECT_NEAR(ranks(2 * i + 1, column), expected(report.tail), 1e-6);
        different += ranks(2 * i, column) != ranks(2 * i, 0) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(different, 10U);
}

}  // namespace
}  // namespace gntp
