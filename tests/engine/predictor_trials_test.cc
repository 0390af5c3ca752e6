// What is tried before a link predictor is trained, and what comes of it.
#include <gtest/gtest.h>

#include "engine/predictor_training.h"

namespace gntp {
namespace {

const StepGraph& facts() {
  static const StepGraph kFacts(std::vector<Triple>{{EntityId(0), RelationId(0), EntityId(1)},
                                                    {EntityId(1), RelationId(1), EntityId(2)}},
                                3, 2);
  return kFacts;
}

PredictorOptions options_of(std::size_t dim, std::size_t epochs) {
  PredictorOptions options;
  options.kind = PredictorKind::kComplEx;
  options.choose = true;
  options.dim = dim;
  options.epochs = epochs;
  return options;
}

TEST(PredictorTrials, WideVectorsLearnAtALowerRate) {
  const auto narrow = predictor_trials(options_of(50, 1), facts());
  const auto usual = predictor_trials(options_of(200, 1), facts());
  const auto wide = predictor_trials(options_of(800, 1), facts());
  ASSERT_EQ(usual.size(), 5U);
  for (std::size_t i = 0; i < usual.size(); ++i) {
    EXPECT_EQ(narrow[i].learning_rate, usual[i].learning_rate);
    EXPECT_DOUBLE_EQ(wide[i].learning_rate, usual[i].learning_rate / 2);
    EXPECT_EQ(wide[i].dim, 800U);
  }
}

// Where whole trainings take long, narrow vectors are tried.
TEST(PredictorTrials, TheRateOfNarrowVectorsIsLessForWideOnes) {
  const PredictorOptions options = options_of(800, 1'000'000'000);
  for (const PredictorOptions& trial : predictor_trials(options, facts())) {
    EXPECT_EQ(trial.dim, 200U);
    EXPECT_EQ(trial.learning_rate, 0.4);
    const PredictorOptions chosen = with_choice(options, trial);
    EXPECT_DOUBLE_EQ(chosen.learning_rate, 0.2);
    EXPECT_EQ(chosen.penalty_weight, trial.penalty_weight);
    EXPECT_EQ(chosen.relation_weight, trial.relation_weight);
    EXPECT_EQ(chosen.dim, 800U);
    EXPECT_EQ(chosen.epochs, options.epochs);
  }
}

}  // namespace
}  // namespace gntp
