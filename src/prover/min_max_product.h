// The product of matrices over (min, max): out(i, j) = min over k of max(left(i, k), right(k, j)).
// Nothing is rounded, so the order of evaluation does not matter.
#pragma once

#include <span>

#include "base/matrix.h"

namespace gntp {

// One row of the product: out[j] = min over k of max(left[k], right(k, j)), of the k with left[k]
// up to `limit`; infinite where there is none. Little work where most of `left` is above the limit.
// Requires: sizes that fit, and `out` is no part of the others.
void min_max_product(std::span<const float> left, const Matrix& right, float limit,
                     std::span<float> out);

}  // namespace gntp
