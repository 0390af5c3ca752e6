#include "model/attention.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gntp {
namespace {

std::vector<double> softmax(std::span<const float> logits) {
  const float largest = *std::ranges::max_element(logits);
  std::vector<double> weights(logits.begin(), logits.end());
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - largest);
  for (double& weight : weights) weight /= sum;
  return weights;
}

// max(0, logit - t), where t makes the weights add up to one.
std::vector<double> sparsemax(std::span<const float> logits) {
  std::vector<double> sorted(logits.begin(), logits.end());
  std::ranges::sort(sorted, std::greater<>{});
  double sum = 0;
  double threshold = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const auto count = static_cast<double>(i + 1);
    if (1 + count * sorted[i] <= sum) break;
    threshold = (sum - 1) / count;
  }
  std::vector<double> weights(logits.begin(), logits.end());
  for (double& weight : weights) weight = std::max(0.0, weight - threshold);
  return weights;
}

}  // namespace

std::vector<double> attend(Attention kind, std::span<const float> logits) {
  return kind == Attention::kSoft ? softmax(logits) : sparsemax(logits);
}

// softmax: w_j (g_j - w.g). sparsemax: g_j less the mean of g over the weights above zero.
std::vector<double> attend_backward(Attention kind, std::span<const double> weights,
                                    std::span<const double> by_weight) {
  double mean = 0;
  double support = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = kind == Attention::kSoft ? weights[i] : weights[i] > 0 ? 1 : 0;
    mean += share * by_weight[i];
    support += share;
  }
  mean /= support;
  std::vector<double> by_logit(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double factor = kind == Attention::kSoft ? weights[i] : weights[i] > 0 ? 1 : 0;
    by_logit[i] = factor * (by_weight[i] - mean);
  }
  return by_logit;
}

}  // namespace gntp
