// How short the vectors of entities are kept that come after the training.
#pragma once

#include <optional>

#include "engine/engine_state.h"

namespace gntp {

// The weight of the penalty with which the trained vectors would stay where they are (fit_penalty):
// that of the metadata, or found now, from the facts of the training. Nothing where there are no
// vectors.
std::optional<double> new_vector_penalty(const Engine::State& state);

}  // namespace gntp
