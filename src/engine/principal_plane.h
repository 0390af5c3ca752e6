// Many vectors on a plane: the one that shows most of how they differ (the first two principal
// components). On the calling thread, so that the result is the same for any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace gntp {

struct PrincipalPlane {
  std::vector<std::array<double, 2>> points;  // around their mean
  std::array<double, 2> explained{};  // the share of the variance; zeros where there is none
};

// Of vectors one after the other, each of `width` values. The component of each axis that is
// largest, the first of such, is positive.
PrincipalPlane principal_plane(std::span<const float> vectors, std::size_t width);

}  // namespace gntp
