// The exact search against the oracle, and against itself under other bounds, on random knowledge
// bases.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

using Setting = std::tuple<Unification, TNorm, std::size_t>;  // the last: the depth

std::string name_of_setting(const testing::TestParamInfo<Setting>& setting) {
  const auto& [unification, tnorm, depth] = setting.param;
  return name_of(unification, tnorm) + "Depth" + std::to_string(depth);
}

ProverOptions options_for(const Setting& setting, Random& random) {
  ProverOptions options;
  std::tie(options.unification, options.tnorm, options.depth) = setting;
  options.floor = random_floor(random);
  return options;
}

// Small knowledge bases are those that the oracle can enumerate; large ones are for the prover
// only.
enum class Size { kSmall, kLarge };

// A random case under a setting, with questions; every setting has knowledge bases of its own.
struct Trial {
  Trial(const Setting& setting, Size size, std::uint64_t number, std::size_t question_count)
      : seed(first_seed(setting) + number),
        random(seed, 1),
        made(make_random_case(seed, size == Size::kSmall ? sizes_for(std::get<2>(setting), random)
                                                         : large_sizes_for(std::get<2>(setting)))),
        it(made.kb, made.model, options_for(setting, random)),
        questions(make_questions(made.kb, question_count, random)) {}

  static std::uint64_t first_seed(const Setting& setting) {
    const auto& [unification, tnorm, depth] = setting;
    return 100'000 * static_cast<std::uint64_t>(unification) +
           10'000 * static_cast<std::uint64_t>(tnorm) + 1'000 * depth;
  }

  std::uint64_t seed;
  Random random;
  RandomCase made;
  OracleCase it;
  std::vector<OracleQuestion> questions;
};

class ProverOracle : public testing::TestWithParam<Setting> {
 protected:
  static std::size_t depth() { return std::get<2>(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(All, ProverOracle,
                         testing::Combine(testing::Values(Unification::kPerTerm,
                                                          Unification::kJoint),
                                          testing::Values(TNorm::kMin, TNorm::kProduct),
                                          testing::Values(0U, 1U, 2U, 3U)),
                         name_of_setting);

TEST_P(ProverOracle, FindsTheBestProof) {
  Tally tally;
  const std::size_t trials = depth() == 3 ? 60 : 250;
  for (std::uint64_t number = 0; number < trials && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kSmall, number, 2);
    for (const OracleQuestion& question : trial.questions) {
      SCOPED_TRACE(describe(trial.seed, question));
      const KnowledgeBase& kb = trial.made.kb;
      const OracleAnswer answer = trial.it.oracle.prove(question.goal, question.excluded);
      const std::size_t facts = kb.facts.size() - (question.excluded == kNoFact ? 0 : 1);
      ASSERT_EQ(static_cast<double>(answer.considered), count_proofs(facts, kb.rules, depth()));
      expect_best_proof(trial.it, question, answer, tally);
    }
  }
  EXPECT_GT(tally.proved, tally.questions / 2);
  EXPECT_LT(tally.proved, tally.questions);
  EXPECT_GT(tally.unique, tally.proved / 3);
}

TEST_P(ProverOracle, EnumeratesTheNBestProofs) {
  const std::size_t trials = depth() == 3 ? 8 : 50;
  for (std::uint64_t number = 0; number < trials && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kSmall, number, 1);
    for (const OracleQuestion& question : trial.questions) {
      SCOPED_TRACE(describe(trial.seed, question));
      const OracleAnswer answer = trial.it.oracle.prove(question.goal, question.excluded);
      const std::size_t all = answer.proofs.size();
      for (const std::size_t n :
           {std::size_t{0}, std::size_t{1}, std::size_t{5}, all / 4, all + 1}) {
        SCOPED_TRACE(n);
        expect_all_proofs(trial.it, question, answer, n);
      }
    }
  }
}

void expect_comparisons(Prover& prover, const Goal& goal) {
  using Comparison = Prover::Comparison;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Proof* proof = prover.prove(goal);
  const float best = proof == nullptr ? kInfinity : proof->distance;
  std::vector<float> distances{0, best, std::nextafter(best, 0.0F), 1e6F, kInfinity};
  if (proof != nullptr) distances.push_back(std::nextafter(best, kInfinity));
  for (const Proof& other : prover.prove_all(goal, 4)) distances.push_back(other.distance);
  for (const float distance : distances) {
    const Comparison expected = best < distance    ? Comparison::kNearer
                                : best == distance ? Comparison::kEqual
                                                   : Comparison::kFarther;
    EXPECT_EQ(prover.compare(goal, distance), expected)
        << "best proof at " << best << ", compared with " << distance;
  }
}

// The best proof by a fact and by each rule, against the oracle's proofs grouped that way.
TEST_P(ProverOracle, ProvesByEachRule) {
  std::size_t proofs = 0;
  for (std::uint64_t number = 0; number < 40 && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kSmall, number, 2);
    for (const OracleQuestion& question : trial.questions) {
      SCOPED_TRACE(describe(trial.seed, question));
      std::map<std::optional<RuleId>, double> best;  // by the first rule; nothing: by a fact
      for (const OracleProof& proof :
           trial.it.oracle.prove(question.goal, question.excluded).proofs) {
        const OracleStep& first = proof.steps.front();
        best.try_emplace(
            first.kind == ProofStep::Kind::kRule ? std::optional(first.rule) : std::nullopt,
            proof.distance);
      }
      std::vector<double> expected;
      expected.reserve(best.size());
      for (const auto& [rule, distance] : best) expected.push_back(distance);
      std::ranges::sort(expected);
      for (const std::size_t n : {std::size_t{2}, std::size_t{100}}) {
        const std::vector<Proof> found =
            trial.it.prover.prove_each(question.goal, n, question.excluded);
        ASSERT_LE(found.size(), std::min(n, expected.size()));
        if (found.size() < std::min(n, expected.size())) {
          EXPECT_GT(expected[found.size()], trial.it.oracle.radius() - kTolerance);
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
          EXPECT_NEAR(found[i].distance, expected[i], kTolerance);
          EXPECT_TRUE(trial.it.checker.check(found[i], question.goal, question.excluded));
        }
        proofs += found.size();
      }
    }
  }
  EXPECT_GT(proofs, 20U);
}

TEST_P(ProverOracle, ComparesAsItProves) {
  for (std::uint64_t number = 0; number < 100 && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kLarge, number, 4);
    for (const OracleQuestion& question : trial.questions) {
      if (question.excluded != kNoFact) continue;
      SCOPED_TRACE(describe(trial.seed, question));
      expect_comparisons(trial.it.prover, question.goal);
    }
  }
}

// A floor changes what counts as a proof, never which proof is the best.
TEST_P(ProverOracle, PrunedEqualsUnpruned) {
  for (std::uint64_t number = 0; number < 60 && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kLarge, number, 2);
    ProverOptions options = trial.it.reasoner.options();
    options.floor = 1e-300;
    OracleCase unpruned(trial.made.kb, trial.made.model, options);
    for (const OracleQuestion& question : trial.questions) {
      SCOPED_TRACE(describe(trial.seed, question));
      const Proof* any = unpruned.prover.prove(question.goal, question.excluded);
      const Proof* proof = trial.it.prover.prove(question.goal, question.excluded);
      ASSERT_NE(any, nullptr);
      EXPECT_TRUE(unpruned.checker.check(*any, question.goal, question.excluded));
      if (proof != nullptr) {
        EXPECT_NEAR(proof->distance, any->distance, kTolerance);
      } else {
        EXPECT_GT(any->distance, trial.it.oracle.radius() - kTolerance);
      }
    }
  }
}

TEST_P(ProverOracle, AnswersTheSameWheneverAsked) {
  for (std::uint64_t number = 0; number < 30 && !HasFailure(); ++number) {
    Trial trial(GetParam(), Size::kLarge, number, 2);
    const auto key_of_best = [&](const OracleQuestion& question) {
      const Proof* proof = trial.it.prover.prove(question.goal, question.excluded);
      return proof == nullptr ? ProofKey{} : key_of(*proof);
    };
    std::vector<ProofKey> first;
    for (const OracleQuestion& question : trial.questions) first.push_back(key_of_best(question));
    for (std::size_t i = first.size(); i-- > 0;) {
      SCOPED_TRACE(describe(trial.seed, trial.questions[i]));
      trial.it.prover.prove_all(trial.questions[i].goal, 3);
      EXPECT_EQ(key_of_best(trial.questions[i]), first[i]);
    }
  }
}

// The widest searches that the oracle can follow: every proof of a three-atom rule within another.
TEST(ProverOracleWide, ThreeAtomsAtDepthTwo) {
  RandomKbOptions sizes;
  sizes.max_facts = 3;
  sizes.max_templates = 1;
  sizes.max_copies = 1;
  sizes.min_body = 3;
  Tally tally;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed, 1);
    const RandomCase made = make_random_case(seed, sizes);
    const auto unification = seed % 2 == 0 ? Unification::kPerTerm : Unification::kJoint;
    const auto tnorm = seed % 4 < 2 ? TNorm::kMin : TNorm::kProduct;
    OracleCase it(made.kb, made.model, options_for({unification, tnorm, 2}, random));
    for (const OracleQuestion& question : make_questions(made.kb, 1, random)) {
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
    for (const OracleQuestion& question : make_questions(made.kb, 2, random)) {
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
