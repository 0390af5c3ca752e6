// From the words of a pattern to its vector, and the gradient back to the words.
//
// A pattern is read as features, each with a vector v: its tokens (`mean`, the paper's encoder) or
// its tokens and pairs of neighbouring tokens (`ngrams`). The pattern's vector is
//
//   mean     1/n * sum v_i
//   ngrams   sum w_i v_i,   w = softmax(a_1 .. a_n)
//
// where a feature's logit a is learned: how much it says about the relation. Pairs tell
// `[XXX] contains [YYY]` from `[YYY] contains [XXX]`, which a mean of words cannot.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "kb/vocabulary.h"
#include "model/gradient.h"

namespace gntp {

enum class EncoderKind : std::uint8_t { kMean, kNgrams };

struct Encoder {
  using Features = std::vector<FeatureId>;

  EncoderKind kind = EncoderKind::kMean;
  Vocabulary<FeatureId> features;  // tokens, and pairs with a blank between
  Matrix vectors;                  // (features, dim)
  Matrix logits;                   // (features, 1), empty for the mean
  std::vector<Features> patterns;  // of the patterns that the model was made with

  bool is_used() const { return !patterns.empty(); }

  // Adds a pattern and the features that are new; their vectors are the caller's to make.
  void add_pattern(std::string_view name);

  // What the encoder knows of a pattern, which may be one never seen; the words it does not know
  // are appended to `unknown`.
  Features read(std::string_view name, std::vector<std::string>& unknown) const;

  // The vector of a pattern with these features. Requires: at least one.
  void encode(const Features& pattern, std::span<float> vector) const;
  // Adds what a gradient of that vector is for the features.
  void pass_back(const Features& pattern, std::span<const float> by_vector,
                 Gradient& gradient) const;

 private:
  std::vector<double> weights(const Features& pattern) const;
};

// Whether a feature is a pair of tokens.
bool is_pair(std::string_view feature);

}  // namespace gntp
