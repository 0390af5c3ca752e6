// The similarity of two symbols, k(x, y) = exp(-slope * ||x - y||) (the paper's kernel), split into
// the distance that the search works with and the score that people see.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include "base/matrix.h"

namespace gntp {

// ||x - y||. Exactly symmetric, and exactly zero for equal vectors.
// Requires: equal sizes.
float distance(std::span<const float> x, std::span<const float> y);

// out[i] = ||x - rows[i]|| for the rows [begin, end).
void distances(std::span<const float> x, const Matrix& rows, std::size_t begin, std::size_t end,
               std::span<float> out);

// The instruction set that distances are computed with: other ones round otherwise.
std::string processor_kind();

inline double score_of(double distance, double slope) {
  return std::exp(-slope * distance);
}

// The distance at which the score falls to `floor`; infinite for a floor of zero.
inline double distance_of(double score, double slope) {
  return -std::log(score) / slope;
}

}  // namespace gntp
