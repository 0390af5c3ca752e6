// What a link predictor is and how it is trained.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/predictor.h"

namespace gntp {

enum class RowOptimizer : std::uint8_t { kAdagrad, kAdam };

// What keeps vectors short: the sum of the cubes of their (complex) components, or of the squares.
enum class Penalty : std::uint8_t { kN3, kL2 };

struct PredictorOptions {
  PredictorKind kind = PredictorKind::kNone;
  std::size_t dim = 200;  // components of a vector; of ComplEx complex ones
  std::size_t epochs = 40;
  std::size_t batch_size = 512;  // questions (entity, step), each with all its answers
  RowOptimizer optimizer = RowOptimizer::kAdagrad;
  double learning_rate = 0.1;
  Penalty penalty = Penalty::kN3;
  double penalty_weight = 0.05;
  // Weight of the second objective, which asks for the relation of two entities; 0 = none.
  double relation_weight = 1;
  // The entities that the answers of a batch are compared with, drawn at random; 0 = all.
  std::size_t samples = 0;
  double scale = 1e-3;  // vectors start uniform in [-scale, scale]
  std::size_t validate_every = 5;
  std::size_t patience = 2;  // validations without a better one
};

// Numbers of a vector.
inline std::size_t width_of(const PredictorOptions& options) {
  return options.kind == PredictorKind::kComplEx ? 2 * options.dim : options.dim;
}

}  // namespace gntp
