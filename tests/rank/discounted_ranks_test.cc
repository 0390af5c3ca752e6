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
    const Matrix ranks =
        reciprocal_ranks(index, triples, RankedTriples::kNew, discounts, known, {}, threads);
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

// A fact asked about without itself, against a knowledge base that does not have it.
TEST(DiscountedRanks, FactsAreAskedAboutAsIfTheyWereNotKnown) {
  const std::vector<double> discounts{0.5, 1};
  std::size_t proved = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase made = symbolic_case(seed, {}, Relations::kApart);
    ProverOptions options;
    options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 5};
    const std::vector<Triple> facts = made.kb.facts.to_vector();
    const KnownTriples known(TripleSet(facts.begin(), facts.end()));
    ThreadPool threads(2);
    Reasoner reasoner(made.kb, made.model, options);
    reasoner.refresh(threads);
    const Matrix ranks = reciprocal_ranks(AnswerIndex(reasoner, threads), facts,
                                          RankedTriples::kFacts, discounts, known, {}, threads);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      KnowledgeBase rest = made.kb;
      std::vector<Triple> others = facts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      rest.set_facts(std::move(others));
      Reasoner own(rest, made.model, options);
      own.refresh(threads);
      const Matrix expected = reciprocal_ranks(AnswerIndex(own, threads), {&facts[i], 1},
                                               RankedTriples::kNew, discounts, known, {}, threads);
      for (std::size_t column = 0; column < discounts.size(); ++column) {
        EXPECT_NEAR(ranks(2 * i, column), expected(0, column), 1e-6);
        EXPECT_NEAR(ranks(2 * i + 1, column), expected(1, column), 1e-6);
      }
      proved += expected(0, 0) > 0.5 ? 1 : 0;
    }
  }
  EXPECT_GT(proved, 10U);
}

// Rules that were counted on all facts: what they were counted on includes the fact in question.
TEST(DiscountedRanks, AFactDoesNotSpeakForTheRuleThatLeadsToIt) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "c", "d"}) kb.entities.add(name);
  for (const char* name : {"r", "s", "t"}) kb.relations.add(name);
  const auto fact = [](std::uint32_t head, std::uint32_t relation, std::uint32_t tail) {
    return Triple{EntityId(head), RelationId(relation), EntityId(tail)};
  };
  // By s, which nothing but the fact itself speaks for, b; by t, of two cases, c.
  kb.set_facts({fact(0, 0, 1), fact(0, 1, 1), fact(0, 2, 2)});
  const auto add_rule = [&](std::uint32_t body, std::uint32_t support) {
    MinedRule rule;
    rule.head = forwards(RelationId(0));
    rule.body.length = 1;
    rule.body.steps[0] = forwards(RelationId(body));
    rule.counts = MinedCounts::of(support, 4);
    rule.confidence = support / 4.0;
    append_rules({&rule, 1}, kb.rules);
  };
  const auto rank_of = [&](std::uint32_t support) {
    kb.rules = RuleSet();
    add_rule(1, support);
    add_rule(2, 2);
    ProverOptions options{.floor = 1e-6};
    options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 5};
    const Model model = symbolic_model(kb, 1, Relations::kApart);
    ThreadPool threads(1);
    Reasoner reasoner(kb, model, options);
    reasoner.refresh(threads);
    const KnownTriples known(TripleSet(kb.facts.begin(), kb.facts.end()));
    const std::vector<double> one{1};
    const std::vector<Triple> asked{fact(0, 0, 1)};
    return 1 / reciprocal_ranks(AnswerIndex(reasoner, threads), asked, RankedTriples::kFacts, one,
                                known, {}, threads)(1, 0);
  };
  EXPECT_NEAR(rank_of(4), 1, 1e-6);    // 3 cases against 2
  EXPECT_NEAR(rank_of(3), 1.5, 1e-6);  // 2 against 2
  EXPECT_NEAR(rank_of(2), 2, 1e-6);
  EXPECT_GT(rank_of(1), 2);  // no proof is left
}

}  // namespace
}  // namespace gntp
