#include "mine/ratio_interval.h"

#include <algorithm>
#include <cmath>

namespace gntp {
namespace {

constexpr double kNormal = 1.959963984540054;  // the 97.5 % quantile
constexpr double kDoubt = 2;                   // as many starts speak for the largest variance

}  // namespace

// The expansion in powers of 1 / freedom (Fisher and Cornish), which is exact to 1 % from 3 on;
// below that between the known values.
double student_quantile(double freedom) {
  constexpr double kOne = 12.7062;
  constexpr double kTwo = 4.3027;
  constexpr double kThree = 3.1824;
  if (freedom < 2) return kOne * std::pow(kTwo / kOne, freedom - 1);
  if (freedom < 3) return kTwo * std::pow(kThree / kTwo, freedom - 2);
  const double z = kNormal;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  const double z9 = z7 * z * z;
  const double first = (z3 + z) / 4;
  const double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;
  const double fourth = (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160;
  return z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom;
}

RatioInterval interval_of(const RatioSums& sums) {
  RatioInterval interval;
  if (sums.x <= 0 || sums.drawn < 2) return interval;
  const double p = std::clamp(sums.y / sums.x, 0.0, 1.0);
  interval.ratio = p;
  const double left = sums.population > 0 ? std::max(0.0, 1 - sums.drawn / sums.population) : 1.0;
  if (left == 0) {
    interval.low = interval.high = p;
    interval.effective = sums.x;
    return interval;
  }
  // How many pairs say as much as one independent pair: by the variance, and at most.
  const double squares = std::max(0.0, sums.yy - 2 * p * sums.xy + p * p * sums.xx);
  const double seen =
      sums.telling > 0 ? sums.drawn / (sums.drawn - 1) * squares / (sums.x * p * (1 - p)) : 0.0;
  const double most = sums.xx / sums.x;
  const double alike =
      (sums.telling * std::max(1.0, seen) + kDoubt * std::max(1.0, most)) / (sums.telling + kDoubt);
  interval.effective = sums.x / alike;
  const double n = interval.effective / left;
  const double t = student_quantile(std::max(1.0, sums.x / most - 1));
  const double denominator = 1 + t * t / n;
  const double middle = (p + t * t / (2 * n)) / denominator;
  const double half = t / denominator * std::sqrt(p * (1 - p) / n + t * t / (4 * n * n));
  interval.low = std::max(0.0, std::min(p, middle - half));
  interval.high = std::min(1.0, std::max(p, middle + half));
  return interval;
}

}  // namespace gntp
