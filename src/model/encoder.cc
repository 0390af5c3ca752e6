#include "model/encoder.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "kb/pattern.h"
#include "model/attention.h"

namespace gntp {
namespace {

// Tokens first, then pairs.
std::vector<std::string> features_of(std::string_view pattern, EncoderKind kind) {
  const std::vector<std::string_view> tokens = pattern_tokens(pattern);
  std::vector<std::string> features(tokens.begin(), tokens.end());
  if (kind == EncoderKind::kMean) return features;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    features.push_back(std::string(tokens[i]).append(" ").append(tokens[i + 1]));
  }
  return features;
}

}  // namespace

bool is_pair(std::string_view feature) {
  return feature.find(' ') != std::string_view::npos;
}

void Encoder::add_pattern(std::string_view name) {
  Features& pattern = patterns.emplace_back();
  for (const std::string& feature : features_of(name, kind)) {
    pattern.push_back(features.add(feature));
  }
}

Encoder::Features Encoder::read(std::string_view name, std::vector<std::string>& unknown) const {
  Features pattern;
  for (const std::string& feature : features_of(name, kind)) {
    if (const std::optional<FeatureId> id = features.find(feature)) {
      pattern.push_back(*id);
    } else if (!is_pair(feature)) {
      unknown.push_back(feature);
    }
  }
  return pattern;
}

std::vector<double> Encoder::weights(const Features& pattern) const {
  if (kind == EncoderKind::kMean) {
    return std::vector<double>(pattern.size(), 1 / static_cast<double>(pattern.size()));
  }
  std::vector<float> values(pattern.size());
  std::ranges::transform(pattern, values.begin(), [this](FeatureId id) { return logits(id, 0); });
  return attend(Attention::kSoft, values);
}

void Encoder::encode(const Features& pattern, std::span<float> vector) const {
  const std::vector<double> weight = weights(pattern);
  std::vector<double> sum(vector.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::span<const float> feature = vectors.row(pattern[i]);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += weight[i] * feature[j];
  }
  std::ranges::transform(sum, vector.begin(),
                         [](double value) { return static_cast<float>(value); });
}

// x = sum_i w_i v_i: dL/dv_i = w_i g and dL/dw_i = g.v_i.
void Encoder::pass_back(const Features& pattern, std::span<const float> by_vector,
                        Gradient& gradient) const {
  const std::vector<double> weight = weights(pattern);
  std::vector<double> by_weight(pattern.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::span<const float> feature = vectors.row(pattern[i]);
    by_weight[i] = std::inner_product(by_vector.begin(), by_vector.end(), feature.begin(), 0.0);
    const std::span<float> to_feature = gradient.row(Table::kTokens, pattern[i]);
    for (std::size_t j = 0; j < to_feature.size(); ++j) {
      to_feature[j] += static_cast<float>(weight[i] * by_vector[j]);
    }
  }
  if (kind == EncoderKind::kMean) return;
  const std::vector<double> by_logit = attend_backward(Attention::kSoft, weight, by_weight);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    gradient.row(Table::kTokenLogits, pattern[i])[0] += static_cast<float>(by_logit[i]);
  }
}

}  // namespace gntp
