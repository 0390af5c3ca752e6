// What training does with long rows of numbers, for the best instruction set of the machine.
#pragma once

#include <span>

namespace gntp {

// Replaces scores by `weight` times their softmax; returns the logarithm of the sum of their
// exponentials.
float softmax(std::span<float> scores, float weight = 1);

// Replaces products q . e by -||q - e||, given the squares of both.
void products_to_distances(std::span<float> products, float query_square,
                           std::span<const float> squares);

// Divides the gradients of scores -||q - e|| by the distances, which makes them factors on q - e.
// Returns their sum.
float by_distance(std::span<float> gradients, std::span<const float> scores);

// Adagrad: squares += g^2, x -= rate * g / (sqrt(squares) + tiny).
void adagrad_step(std::span<float> x, std::span<const float> g, std::span<float> squares,
                  float rate);

// Adam, with the two moments; `rate` and `scale` have the corrections for the number of steps:
// x -= rate * first / (sqrt(second) * scale + tiny).
void adam_step(std::span<float> x, std::span<const float> g, std::span<float> first,
               std::span<float> second, float rate, float scale);

}  // namespace gntp
