#include "learn/loss.h"

#include <algorithm>
#include <cmath>

namespace gntp {

Loss positive_loss(double distance, double slope) {
  return {slope * distance, slope, distance};
}

// With x = slope * d: -log(1 - e^-x), whose derivative by x is -1 / (e^x - 1).
Loss negative_loss(double distance, double slope) {
  constexpr double kNearest =
      1e-6;  // a perfectly proved negative costs much, but not infinitely much
  const double x = std::max(slope * distance, kNearest);
  const double by_x = -1 / std::expm1(x);
  return {-std::log(-std::expm1(-x)), slope * by_x, distance * by_x};
}

}  // namespace gntp
