// From logits to weights that add up to one, and the gradient back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gntp {

enum class Attention : std::uint8_t {
  kSoft,    // softmax: every weight is above zero
  kSparse,  // sparsemax, the nearest point of the simplex: most weights are zero
};

std::vector<double> attend(Attention kind, std::span<const float> logits);

// dL/dlogits from dL/dweights, at the weights that `attend` returned.
std::vector<double> attend_backward(Attention kind, std::span<const double> weights,
                                    std::span<const double> by_weight);

}  // namespace gntp
