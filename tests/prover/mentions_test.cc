// Where patterns are many they are evidence in proofs, but no goals; the proofs are the same.
#include <gtest/gtest.h>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

TEST(Mentions, AreProvedWithAsTheOracleDoes) {
  int proved = 0;
  int by_mention = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    ProverOptions options;
    options.depth = seed % 5 == 0 ? 2 : 1;
    options.tnorm = seed % 3 == 0 ? TNorm::kProduct : TNorm::kMin;
    options.unification = seed % 7 == 0 ? Unification::kJoint : Unification::kPerTerm;
    options.floor = random_floor(random);
    const KnowledgeBase kb =
        with_mentions(make_random_case(seed, sizes_for(options.depth, random)).kb);
    ModelOptions model_options;
    model_options.dim = 4;
    model_options.encoder = seed % 2 == 0 ? EncoderKind::kMean : EncoderKind::kNgrams;
    const Model model = make_model(kb, model_options, seed);
    const Oracle oracle(kb, model, options);
    const std::size_t dense_limit = seed % 4 == 0 ? 0 : SymbolDistances::kDenseLimit;
    Reasoner reasoner(kb, model, options, dense_limit, 0);
    OracleCase::refresh(reasoner);
    Prover prover(reasoner);
    for (const OracleQuestion& question : make_questions(kb, 5, random)) {
      if (!reasoner.goals().contains(question.goal.predicate)) continue;
      const OracleAnswer answer = oracle.prove(question.goal, question.excluded);
      const Proof* proof = prover.prove(question.goal, question.excluded);
      if (proof == nullptr) {
        EXPECT_TRUE(answer.proofs.empty() ||
                    answer.proofs[0].distance > oracle.radius() - Oracle::kEdge)
            << describe(seed, question);
        continue;
      }
      ASSERT_FALSE(answer.proofs.empty()) << describe(seed, question);
      EXPECT_NEAR(proof->distance, answer.proofs[0].distance, kTolerance)
          << describe(seed, question);
      ++proved;
      for (const ProofStep& step : proof->steps) {
        if (step.kind == ProofStep::Kind::kFact && step.fact.relation >= kb.first_pattern())
          ++by_mention;
      }
    }
  }
  EXPECT_GT(proved, 1000);
  EXPECT_GT(by_mention, 100);
}

TEST(Mentions, APatternIsAGoalOnceItIsAdmitted) {
  const KnowledgeBase kb = with_mentions(make_random_case(5, {}).kb);
  const Model model = make_model(kb, {}, 1);
  Reasoner few(kb, model, {});
  Reasoner many(kb, model, {}, SymbolDistances::kDenseLimit, 0);
  const auto pattern = PredicateId(kb.first_pattern());
  EXPECT_TRUE(few.goals().contains(pattern));
  EXPECT_FALSE(many.goals().contains(pattern));
  many.admit(pattern);
  OracleCase::refresh(few);
  OracleCase::refresh(many);
  Prover by_few(few);
  Prover by_many(many);
  for (EntityId head{0}; head < kb.entities.size(); ++head) {
    const Proof* expected = by_few.prove({pattern, head, EntityId(0)});
    const Proof* found = by_many.prove({pattern, head, EntityId(0)});
    ASSERT_EQ(expected == nullptr, found == nullptr);
    if (found == nullptr) continue;
    EXPECT_EQ(expected->distance, found->distance);
  }
}

}  // namespace
}  // namespace gntp
