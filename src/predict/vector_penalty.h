// What keeps vectors short: the sum of the cubes, or squares, of the sizes of their components.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "predict/predictor_options.h"

namespace gntp {

class VectorPenalty {
 public:
  VectorPenalty(PredictorKind kind, Penalty penalty)
      : is_complex_(kind == PredictorKind::kComplEx), penalty_(penalty) {}

  double value(std::span<const float> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < components(x.size()); ++i) {
      const double size = size_of(x, i);
      sum += penalty_ == Penalty::kN3 ? size * size * size : size * size;
    }
    return sum;
  }

  // Of the derivative by number i of x.
  double derivative(std::span<const float> x, std::size_t i) const {
    if (penalty_ == Penalty::kL2) return 2.0 * x[i];
    return 3.0 * size_of(x, i % components(x.size())) * x[i];
  }

 private:
  std::size_t components(std::size_t width) const { return is_complex_ ? width / 2 : width; }
  double size_of(std::span<const float> x, std::size_t i) const {
    return is_complex_ ? std::hypot(x[i], x[x.size() / 2 + i]) : std::abs(x[i]);
  }

  bool is_complex_;
  Penalty penalty_;
};

}  // namespace gntp
