#include "learn/adam.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace gntp {
namespace {

constexpr std::size_t kEntities = 2000;
constexpr std::size_t kDim = 5;

// Three steps, each on half of the rows.
Model train(std::size_t thread_count) {
  Model model;
  model.entities = Matrix(kEntities, kDim);
  model.predicates = Matrix(1, kDim);
  model.relations = 1;
  ThreadPool threads(thread_count);
  Adam adam(model, {.entity_rate = 0.5}, {});
  Random random(1);
  for (std::size_t step = 0; step < 3; ++step) {
    Gradient gradient = model.make_gradient();
    for (std::size_t row = step % 2; row < kEntities; row += 2) {
      for (float& value : gradient.row(Table::kEntities, row)) {
        value = static_cast<float>(random.uniform() - 0.5);
      }
    }
    adam.step(gradient, model, threads);
    EXPECT_EQ(adam.moved(Table::kEntities).size(), kEntities / 2);
    EXPECT_TRUE(adam.moved(Table::kPredicates).empty());
  }
  return model;
}

TEST(Adam, GivesTheSameForAnyNumberOfThreads) {
  const Model one = train(1);
  const Model four = train(4);
  EXPECT_TRUE(std::ranges::equal(one.entities.values(), four.entities.values()));
}

TEST(Adam, MovesARowByTheRateAtFirst) {
  Model model;
  model.entities = Matrix(1, kDim);
  model.predicates = Matrix(1, kDim);
  model.relations = 1;
  ThreadPool threads(1);
  Adam adam(model, {.learning_rate = 0.01, .entity_rate = 0.5}, {});
  Gradient gradient = model.make_gradient();
  std::ranges::fill(gradient.row(Table::kEntities, 0), 3.0F);
  adam.step(gradient, model, threads);
  for (const float value : model.entities.values()) EXPECT_NEAR(value, -0.005, 1e-6);
}

TEST(Adam, BringsNoRuleNearerThanItMayBe) {
  Model model;
  model.rule_distances = Matrix(2, 1);
  model.rule_distances(0, 0) = 0.2F;
  model.rule_distances(1, 0) = 0.2F;
  ThreadPool threads(1);
  Adam adam(model, {.learning_rate = 0.01}, {0.1F, 0.001F});
  for (int step = 0; step < 50; ++step) {
    Gradient gradient = model.make_gradient();
    gradient.row(Table::kRuleDistances, 0)[0] = 1;
    gradient.row(Table::kRuleDistances, 1)[0] = 1;
    adam.step(gradient, model, threads);
  }
  EXPECT_EQ(model.rule_distance(RuleId{0}), 0.1F);
  EXPECT_EQ(model.rule_distance(RuleId{1}), 0.001F);
}

}  // namespace
}  // namespace gntp
