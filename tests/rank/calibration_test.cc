#include "rank/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "rank/reliability.h"

namespace gntp {
namespace {

constexpr std::array kSides{AskedSide::kHead, AskedSide::kTail};

// Answers whose true probability is known: by evidence, relation and side.
double truth(double evidence, RelationId relation, AskedSide asked) {
  const double shift = relation == RelationId(0) ? -1.5 : 0.5 * relation;
  const double log_odds = 1.5 * std::log(evidence) - (asked == AskedSide::kHead ? 1 : 0) + shift;
  return 1 / (1 + std::exp(-log_odds));
}

std::vector<HeldOutAnswer> made_up_answers(std::uint64_t seed, std::size_t count,
                                           std::uint32_t relations = 4) {
  Random random(seed);
  std::vector<HeldOutAnswer> answers;
  for (std::size_t i = 0; i < count; ++i) {
    const RelationId relation(random.below(relations));
    const AskedSide asked = kSides[random.below(2)];
    const double evidence = 0.05 * (1 + random.below(200));  // ties
    const bool correct = random.uniform() < truth(evidence, relation, asked);
    answers.push_back({i / 10, relation, asked, evidence, correct});
  }
  return answers;
}

TEST(Calibration, FindsTheTruthInMadeUpScores) {
  const Calibration calibration = Calibration::fit(made_up_answers(1, 40000));
  double error = 0;
  std::size_t count = 0;
  for (const AskedSide asked : kSides) {
    for (RelationId relation{0}; relation < 4U; ++relation) {
      for (double evidence = 0.1; evidence < 10; evidence += 0.1) {
        error += std::abs(*calibration.probability(relation, asked, evidence) -
                          truth(evidence, relation, asked));
        ++count;
      }
    }
  }
  EXPECT_LT(error / static_cast<double>(count), 0.02);

  for (const AskedSide asked : kSides) {
    std::vector<Forecast> forecasts;
    for (const HeldOutAnswer& answer : made_up_answers(2, 40000)) {
      if (answer.asked != asked) continue;
      forecasts.push_back(
          {*calibration.probability(answer.relation, asked, answer.evidence), answer.correct});
    }
    EXPECT_LT(reliability_of(forecasts).error, 0.015);
  }
}

TEST(Calibration, NeverFallsAndStaysBetween0And1) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::vector<HeldOutAnswer> answers = made_up_answers(seed, 400 + 50 * seed, 6);
    // All true, all false, and nothing to do with evidence.
    for (HeldOutAnswer& answer : answers) {
      if (seed % 4 == 1) answer.correct = true;
      if (seed % 4 == 2) answer.correct = false;
      if (seed % 4 == 3) answer.correct = !answer.correct;
    }
    const Calibration calibration = Calibration::fit(answers, {{{0, 10}, {10, 10}}});
    for (const AskedSide asked : kSides) {
      for (RelationId relation{0}; relation < 8U; ++relation) {  // some without answers
        double last = *calibration.probability(relation, asked, std::nullopt);
        EXPECT_GT(last, 0);
        for (const double evidence : {0.0, 1e-9, 0.04, 0.1, 1.0, 2.5, 6.0, 9.0, 20.7, 1e4}) {
          const double probability = *calibration.probability(relation, asked, evidence);
          EXPECT_GE(probability, last) << "seed " << seed << ", evidence " << evidence;
          last = probability;
        }
        EXPECT_LT(last, 1);
      }
    }
  }
}

TEST(Calibration, LearnsLittleAboutRelationsFromFewAnswers) {
  std::vector<HeldOutAnswer> answers = made_up_answers(3, 4000, 1);
  const RelationId seldom(7);
  answers.push_back({4000, seldom, AskedSide::kTail, 5.0, false});
  const Calibration few = Calibration::fit(answers);
  const double usual = *few.probability(RelationId(9), AskedSide::kTail, 5.0);
  const double shifted = *few.probability(seldom, AskedSide::kTail, 5.0);
  EXPECT_LT(shifted, usual);
  EXPECT_GT(shifted, usual / 2);
  for (std::size_t i = 0; i < 200; ++i) {
    answers.push_back({4001 + i, seldom, AskedSide::kTail, 5.0, false});
  }
  EXPECT_LT(*Calibration::fit(answers).probability(seldom, AskedSide::kTail, 5.0), usual / 10);
}

TEST(Calibration, OfAnswersWithoutAProofIsTheirShareOfTrueOnes) {
  const Calibration calibration =
      Calibration::fit(made_up_answers(4, 4000), {{{20, 999999}, {0, 99}}});
  EXPECT_NEAR(*calibration.probability(RelationId(1), AskedSide::kHead, std::nullopt), 20.5e-6,
              1e-12);
  EXPECT_NEAR(*calibration.probability(RelationId(1), AskedSide::kTail, std::nullopt), 0.005,
              1e-12);
}

TEST(Calibration, KnowsNothingOfASideWithFewAnswers) {
  std::vector<HeldOutAnswer> answers = made_up_answers(5, 600);
  std::erase_if(answers, [](const HeldOutAnswer& answer) {
    return answer.asked == AskedSide::kHead && answer.question >= 15;
  });
  const Calibration calibration = Calibration::fit(answers);
  EXPECT_TRUE(calibration.is_fitted());
  EXPECT_FALSE(calibration.probability(RelationId(0), AskedSide::kHead, 1.0));
  EXPECT_TRUE(calibration.probability(RelationId(0), AskedSide::kTail, 1.0));
  EXPECT_FALSE(Calibration::fit({}).is_fitted());
  EXPECT_FALSE(Calibration().probability(RelationId(0), AskedSide::kTail, 1.0));
}

}  // namespace
}  // namespace gntp
