// Rows for entities that a model was not trained with, which stand after the others.
//
// Where entities are vectors that proofs compare, a new one is like nothing but itself: its row is
// out of reach of every other, so that rules use its facts exactly and nothing is mistaken for it.
#pragma once

#include <cstddef>
#include <span>

#include "kb/ids.h"
#include "model/model.h"

namespace gntp {

// The model with rows for other entities after the first `trained`: by new id, the row that each
// had, or none for one that has none yet. Rows of `entities` are placed, farther than `reach` from
// every other; those of a predictor are zero where there was none.
Model with_entities(const Model& model, std::size_t trained, std::span<const EntityId> old_ids,
                    double reach);

// Places the rows from `first` on so that each is farther than `reach` from every other row. They
// depend on the rows before and on how many there are alone.
void place_apart(Matrix& rows, std::size_t first, double reach);

}  // namespace gntp
