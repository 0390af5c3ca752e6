#include "model/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace gntp {
namespace {

std::vector<float> random_logits(Random& random) {
  std::vector<float> logits(1 + random.below(8));
  for (float& logit : logits) logit = static_cast<float>(4 * random.uniform() - 2);
  return logits;
}

class AttentionKinds : public testing::TestWithParam<Attention> {};

TEST_P(AttentionKinds, WeightsAddUpToOneAndFollowTheLogits) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<float> logits = random_logits(random);
    const std::vector<double> weights = attend(GetParam(), logits);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-9);
    for (std::size_t i = 0; i < logits.size(); ++i) {
      EXPECT_GE(weights[i], 0);
      for (std::size_t j = 0; j < logits.size(); ++j) {
        if (logits[i] > logits[j]) {
          EXPECT_GE(weights[i], weights[j]);
        }
      }
    }
  }
}

TEST_P(AttentionKinds, BackwardEqualsFiniteDifferences) {
  Random random(2);
  int checked = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<float> logits = random_logits(random);
    std::vector<double> target(logits.size());
    for (double& value : target) value = random.uniform();
    const auto loss = [&] {
      const std::vector<double> weights = attend(GetParam(), logits);
      return std::inner_product(weights.begin(), weights.end(), target.begin(), 0.0);
    };
    const std::vector<double> gradient =
        attend_backward(GetParam(), attend(GetParam(), logits), target);
    for (std::size_t i = 0; i < logits.size(); ++i) {
      constexpr float kStep = 1.0F / 1024;
      const float at = logits[i];
      const double here = loss();
      logits[i] = at + kStep;
      const double right = (loss() - here) / kStep;
      logits[i] = at - kStep;
      const double left = (here - loss()) / kStep;
      logits[i] = at;
      if (std::abs(right - left) > 1e-2) continue;  // a kink: the support changes
      EXPECT_NEAR(gradient[i], (left + right) / 2, 1e-2);
      ++checked;
    }
  }
  EXPECT_GT(checked, 500);
}

INSTANTIATE_TEST_SUITE_P(Both, AttentionKinds,
                         testing::Values(Attention::kSoft, Attention::kSparse));

TEST(SparseAttention, IsTheNearestPointOfTheSimplex) {
  EXPECT_EQ(attend(Attention::kSparse, std::vector<float>{3, 1, 0}),
            (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(attend(Attention::kSparse, std::vector<float>{0.5, 0, -1}),
            (std::vector<double>{0.75, 0.25, 0}));
  EXPECT_EQ(attend(Attention::kSparse, std::vector<float>{1, 1}), (std::vector<double>{0.5, 0.5}));
}

}  // namespace
}  // namespace gntp
