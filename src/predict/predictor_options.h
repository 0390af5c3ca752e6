// What a link predictor is and how it is trained.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "model/predictor.h"

namespace gntp {

enum class RowOptimizer : std::uint8_t { kAdagrad, kAdam };

// The learning rate stays, or falls from step to step towards zero.
enum class PredictorSchedule : std::uint8_t { kConstant, kLinear };

// What keeps vectors short: the sum of the cubes of their (complex) components, or of the squares.
enum class Penalty : std::uint8_t { kN3, kL2 };

// Products in training: of whole numbers, or, on a GPU, of numbers rounded to ten bits (TF32),
// which is faster; sums are whole. By itself a GPU takes the latter; the processor has the former
// alone.
enum class Precision : std::uint8_t { kAuto, kFull, kTensorFloat };

struct PredictorOptions {
  PredictorKind kind = PredictorKind::kNone;
  std::size_t dim = 200;  // components of a vector; of ComplEx complex ones
  std::size_t epochs = 25;
  // Questions (entity, step), each with all its answers; 0 = by their number (batch_size_for).
  std::size_t batch_size = 0;
  RowOptimizer optimizer = RowOptimizer::kAdagrad;
  double learning_rate = 0.2;
  PredictorSchedule schedule = PredictorSchedule::kLinear;
  Penalty penalty = Penalty::kN3;
  double penalty_weight = 0.05;
  // Weight of the second objective, which asks for the relation of two entities; 0 = none.
  double relation_weight = 1;
  // The entities that the answers of a batch are compared with, drawn at random; 0 = all.
  std::size_t samples = 0;
  double scale = 1e-3;  // vectors start uniform in [-scale, scale]
  // Trainings from different random starts, whose vectors are put side by side; 0 = several where
  // data are small.
  std::size_t starts = 0;
  // The penalty's weight, the relations' and the rate are chosen on the valid split, by short
  // trainings.
  bool choose = false;
  std::size_t validate_every = 5;
  Precision precision = Precision::kAuto;
};

// Small data want small batches: some hundred an epoch.
inline std::size_t batch_size_for(std::size_t questions) {
  constexpr std::size_t kBatches = 128;
  constexpr std::size_t kLeast = 64;
  constexpr std::size_t kMost = 512;
  return std::clamp(questions / kBatches, kLeast, kMost);
}

// Numbers of a vector.
inline std::size_t width_of(const PredictorOptions& options) {
  return options.kind == PredictorKind::kComplEx ? 2 * options.dim : options.dim;
}

}  // namespace gntp
