// How the distances of compared symbols make the distance of a unification, and how unifications
// make that of a proof.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace gntp {

enum class Unification : std::uint8_t {
  kPerTerm,  // the weakest of the compared symbols counts (the paper)
  kJoint,    // one kernel on the concatenated vectors
};

enum class TNorm : std::uint8_t {
  kMin,      // a proof is as far as its farthest unification (the paper)
  kProduct,  // distances add up
};

inline float combine(TNorm tnorm, float distance, float more) {
  return tnorm == TNorm::kMin ? std::max(distance, more) : distance + more;
}

// Accumulates the compared symbols of one unification. `Kind` is known at compile time so that the
// inner loops have no branch on it. The result does not depend on the order of the symbols: squares
// of floats add up in double precision, so rounding to float comes last.
template <Unification Kind>
struct UnificationDistance {
  static constexpr bool kIsJoint = Kind == Unification::kJoint;
  using Sum = std::conditional_t<kIsJoint, double, float>;

  Sum value = 0;  // kPerTerm: the largest distance; kJoint: the sum of squares

  UnificationDistance with(float distance) const {
    if constexpr (kIsJoint) return {value + double{distance} * distance};
    return {std::max<Sum>(value, distance)};
  }
  float distance() const {
    if constexpr (kIsJoint) return static_cast<float>(std::sqrt(value));
    return static_cast<float>(value);
  }
  bool below(float bound) const { return distance() < bound; }
};

}  // namespace gntp
