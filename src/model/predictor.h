// The vectors of a link predictor: one for each entity and one for each step, that is, for each
// relation and direction (reciprocal relations). predict/interaction.h says how they make a score.
#pragma once

#include <cstdint>

#include "base/matrix.h"

namespace gntp {

enum class PredictorKind : std::uint8_t { kNone, kTransE, kDistMult, kComplEx };

struct Predictor {
  PredictorKind kind = PredictorKind::kNone;
  Matrix entities;  // (entities, width)
  Matrix steps;     // (2 * relations, width), by step

  bool is_used() const { return kind != PredictorKind::kNone; }
  std::size_t width() const { return entities.columns(); }

  // All parameters (base/archive.h), for a predictor of the same shape.
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(entities);
    archive(steps);
  }
};

}  // namespace gntp
