// The exact search against the oracle, and against itself under other bounds, on random knowledge
// bases.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

using Setting = std::tuple<Unification, TNorm, std::size_t>;  // the last: the depth

std::string name_of(const testing::TestParamInfo<Setting>& info) {
  const auto& [unification, tnorm, depth] = info.param;
  return std::string(unification == Unification::kPerTerm ? "PerTerm" : "Joint") +
         (tnorm == TNorm::kMin ? "Min" : "Product") + "Depth" + std::to_string(depth);
}

ProverOptions options_for(const Setting& setting, Random& random) {
  ProverOptions options;
  std::tie(options.unification, options.tnorm, options.depth) = setting;
  options.floor = random_floor(random);
  return options;
}

class ProverOracle : public testing::TestWithParam<Setting> {
 protected:
  static std::size_t depth() { return std::get<2>(GetParam()); }

  // Calls test(case, kb, random, seed) for knowledge bases that the oracle can enumerate.
  template <typename Test>
  static void for_small_cases(std::size_t count, Test test) {
    for_cases(
        count, [](Random& random) { return sizes_for(depth(), random); }, test);
  }
  // The same for knowledge bases that only the prover can search.
  template <typename Test>
  static void for_large_cases(std::size_t count, Test test) {
    for_cases(
        count, [](Random&) { return large_sizes_for(depth()); }, test);
  }

 private:
  // Every setting has knowledge bases of its own.
  static std::uint64_t first_seed() {
    const auto& [unification, tnorm, depth] = GetParam();
    const std::uint64_t setting =
        2 * static_cast<std::uint64_t>(unification) + static_cast<std::uint64_t>(tnorm);
    return 10'000 * setting + 1'000 * depth;
  }

  template <typename MakeSizes, typename Test>
  static void for_cases(std::size_t count, MakeSizes make_sizes, Test test) {
    for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
      const std::uint64_t seed = first_seed() + i;
      Random random(seed, 1);
      const RandomCase made = make_random_case(seed, make_sizes(random));
      OracleCase it(made.kb, made.model, options_for(GetParam(), random));
      test(it, made.kb, random, seed);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, ProverOracle,
                         testing::Combine(testing::Values(Unification::kPerTerm,
                                                          Unification::kJoint),
                                          testing::Values(TNorm::kMin, TNorm::kProduct),
                                          testing::Values(0U, 1U, 2U, 3U)),
                         name_of);

TEST_P(ProverOracle, FindsTheBestProof) {
  Tally tally;
  for_small_cases(depth() == 3 ? 60 : 250, [&](OracleCase& it, const KnowledgeBase& kb,
                                               Random& random, std::uint64_t seed) {
    for (const Question& question : make_questions(kb, 2, random)) {
      SCOPED_TRACE(describe(seed, question));
      const OracleAnswer answer = it.oracle.prove(question.goal, question.excluded);
      const std::size_t facts = kb.facts.size() - (question.excluded == kNoFact ? 0 : 1);
      ASSERT_EQ(static_cast<double>(answer.considered), count_proofs(facts, kb.rules, depth()));
      expect_best_proof(it, question, answer, tally);
    }
  });
  EXPECT_GT(tally.proved, tally.questions / 2);
  EXPECT_LT(tally.proved, tally.questions);
  EXPECT_GT(tally.unique, tally.proved / 3);
}

TEST_P(ProverOracle, EnumeratesTheNBestProofs) {
  for_small_cases(depth() == 3 ? 8 : 50,
                  [&](OracleCase& it, const KnowledgeBase& kb, Random& random, std::uint64_t seed) {
                    for (const Question& question : make_questions(kb, 1, random)) {
                      SCOPED_TRACE(describe(seed, question));
                      const OracleAnswer answer = it.oracle.prove(question.goal, question.excluded);
                      const std::size_t all = answer.proofs.size();
                      for (const std::size_t n :
                           {std::size_t{0}, std::size_t{1}, std::size_t{5}, all / 4, all + 1}) {
                        SCOPED_TRACE(n);
                        expect_all_proofs(it, question, answer, n);
                      }
                    }
                  });
}

TEST_P(ProverOracle, ComparesAsItProves) {
  using Comparison = Prover::Comparison;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for_large_cases(
      100, [&](OracleCase& it, const KnowledgeBase& kb, Random& random, std::uint64_t seed) {
        for (const Question& question : make_questions(kb, 4, random)) {
          if (question.excluded != kNoFact) continue;
          SCOPED_TRACE(describe(seed, question));
          const Proof* proof = it.prover.prove(question.goal);
          const float found = proof == nullptr ? kInfinity : proof->distance;
          EXPECT_EQ(it.prover.compare(question.goal, found), Comparison::kEqual);
          if (found > 0) {
            const float nearer =
                proof == nullptr ? 2 * it.reasoner.radius() : std::nextafter(found, 0.0F);
            EXPECT_EQ(it.prover.compare(question.goal, nearer), Comparison::kFarther);
            EXPECT_EQ(it.prover.compare(question.goal, 0), Comparison::kFarther);
          }
          if (proof != nullptr) {
            const float farther = std::nextafter(found, kInfinity);
            EXPECT_EQ(it.prover.compare(question.goal, farther), Comparison::kNearer);
            EXPECT_EQ(it.prover.compare(question.goal, kInfinity), Comparison::kNearer);
          }
        }
      });
}

// A floor changes what counts as a proof, never which proof is the best.
TEST_P(ProverOracle, PrunedEqualsUnpruned) {
  for_large_cases(60,
                  [&](OracleCase& it, const KnowledgeBase& kb, Random& random, std::uint64_t seed) {
                    ProverOptions options = it.reasoner.options();
                    options.floor = 1e-300;
                    OracleCase unpruned(kb, it.reasoner.model(), options);
                    for (const Question& question : make_questions(kb, 2, random)) {
                      SCOPED_TRACE(describe(seed, question));
                      const Proof* any = unpruned.prover.prove(question.goal, question.excluded);
                      const Proof* proof = it.prover.prove(question.goal, question.excluded);
                      ASSERT_NE(any, nullptr);
                      EXPECT_TRUE(unpruned.checker.check(*any, question.goal, question.excluded));
                      if (proof != nullptr) {
                        EXPECT_NEAR(proof->distance, any->distance, kTolerance);
                      } else {
                        EXPECT_GT(any->distance, it.oracle.radius() - kTolerance);
                      }
                    }
                  });
}

TEST_P(ProverOracle, AnswersTheSameWheneverAsked) {
  for_large_cases(
      30, [&](OracleCase& it, const KnowledgeBase& kb, Random& random, std::uint64_t seed) {
        const std::vector<Question> questions = make_questions(kb, 2, random);
        std::vector<ProofKey> first;
        for (const Question& question : questions) {
          const Proof* proof = it.prover.prove(question.goal, question.excluded);
          first.push_back(proof == nullptr ? ProofKey{} : key_of(*proof));
        }
        for (std::size_t i = questions.size(); i-- > 0;) {
          SCOPED_TRACE(describe(seed, questions[i]));
          it.prover.prove_all(questions[i].goal, 3);
          const Proof* proof = it.prover.prove(questions[i].goal, questions[i].excluded);
          EXPECT_EQ(proof == nullptr ? ProofKey{} : key_of(*proof), first[i]);
        }
      });
}

// The widest searches that the oracle can follow: every proof of a three-atom rule within another.
TEST(ProverOracleWide, ThreeAtomsAtDepthTwo) {
  RandomKbOptions sizes;
  sizes.max_facts = 3;
  sizes.max_templates = 1;
  sizes.max_copies = 1;
  sizes.min_body = 3;
  Tally tally;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(seed, 1);
    const RandomCase made = make_random_case(seed, sizes);
    const auto unification = seed % 2 == 0 ? Unification::kPerTerm : Unification::kJoint;
    const auto tnorm = seed % 4 < 2 ? TNorm::kMin : TNorm::kProduct;
    OracleCase it(made.kb, made.model, options_for({unification, tnorm, 2}, random));
    for (const Question& question : make_questions(made.kb, 1, random)) {
      if (question.excluded == kNoFact) continue;
      SCOPED_TRACE(describe(seed, question));
      const OracleAnswer answer = it.oracle.prove(question.goal, question.excluded);
      expect_best_proof(it, question, answer, tally);
    }
  }
  EXPECT_GT(tally.proved, 0U);
}

TEST(ProverRefresh, TakesTheVectorsAsTheyAreNow) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed, 1);
    RandomCase made = make_random_case(seed, {});
    OracleCase refreshed(made.kb, made.model, ProverOptions{});
    made.model = make_random_model(made.kb, random);
    OracleCase::refresh(refreshed.reasoner);
    OracleCase made_anew(made.kb, made.model, ProverOptions{});
    for (const Question& question : make_questions(made.kb, 2, random)) {
      SCOPED_TRACE(describe(seed, question));
      const Proof* proof = refreshed.prover.prove(question.goal, question.excluded);
      const Proof* expected = made_anew.prover.prove(question.goal, question.excluded);
      ASSERT_EQ(proof == nullptr, expected == nullptr);
      if (proof == nullptr) continue;
      EXPECT_EQ(key_of(*proof), key_of(*expected));
      EXPECT_EQ(proof->distance, expected->distance);
    }
  }
}

}  // namespace
}  // namespace gntp
