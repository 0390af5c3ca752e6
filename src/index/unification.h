// How the distances of compared symbols make the distance of a unification.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gntp {

enum class Unification : std::uint8_t {
  kPerTerm,  // the weakest of the compared symbols counts (the paper)
  kJoint,    // one kernel on the concatenated vectors
};

// Accumulates the compared symbols of one unification. `Kind` is known at compile time so that the
// inner loops have no branch on it.
template <Unification Kind>
struct UnificationDistance {
  float value = 0;  // kPerTerm: the largest distance; kJoint: the sum of squares

  UnificationDistance with(float distance) const {
    if constexpr (Kind == Unification::kPerTerm) return {std::max(value, distance)};
    return {value + distance * distance};
  }
  // Whether the distance is below the bound; cheaper than `distance() < bound`.
  bool below(float bound) const {
    if constexpr (Kind == Unification::kPerTerm) return value < bound;
    return bound > 0 && value < bound * bound;
  }
  float distance() const {
    if constexpr (Kind == Unification::kPerTerm) return value;
    return std::sqrt(value);
  }
};

}  // namespace gntp
