// Small things about floating-point numbers.
#pragma once

#include <cmath>
#include <limits>

namespace gntp {

// The next float: `x < next_above(y)` is `x <= y`.
inline float next_above(float value) {
  return std::nextafter(value, std::numeric_limits<float>::infinity());
}

}  // namespace gntp
