// How rules, a link predictor and a prior make one score of an answer, for the queries of one
// relation and side: a row of Model::mixture.
//
//   log-odds = rules * log(1 + odds of the proofs / doubt)
//              + similarity * log of the predictor's softmax over the answers that are not known
//              + prior * log of how often the entity is the answer at all
//              + competition * log of the odds that known, competing facts leave it
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace gntp {

struct MixtureWeights {
  static constexpr std::size_t kColumns = 5;

  float rules = 1;
  float doubt = 0.1F;  // the odds that proofs must exceed to say much
  float similarity = 1;
  float prior = 0;
  float competition = 0;

  static MixtureWeights read(std::span<const float> row) {
    return {row[0], row[1], row[2], row[3], row[4]};
  }
  void write(std::span<float> row) const {
    row[0] = rules;
    row[1] = doubt;
    row[2] = similarity;
    row[3] = prior;
    row[4] = competition;
  }
  // Whether a row is one that `write` can have written.
  static bool is_valid(std::span<const float> row) {
    return std::ranges::all_of(row, [](float value) { return std::isfinite(value); }) &&
           row[0] >= 0 && row[1] > 0 && row[2] >= 0 && row[4] >= 0;
  }
};

}  // namespace gntp
