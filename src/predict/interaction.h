// How a predictor's vectors make a score. A known entity h and a step r make the query q, which is
// compared with every entity e:
//
//   TransE     q = h + r                     score = -||q - e||
//   DistMult   q = h * r, by component       score = q . e
//   ComplEx    q = h * r, as complex numbers score = Re(q . conj(e))
//
// A complex vector lies as its real parts, then its imaginary ones, so that its score is a product
// of real vectors, too. The same steps r can be asked for: h and the answer t make the query z with
// score(z, r) = score(q, t).
#pragma once

#include <span>

#include "model/predictor.h"

namespace gntp {

// Whether scores are distances with a minus, not products.
inline bool is_distance(PredictorKind kind) {
  return kind == PredictorKind::kTransE;
}

using Row = std::span<const float>;

// q of an entity and a step.
void make_query(PredictorKind kind, Row entity, Row step, std::span<float> query);
// Adds the gradient of a query to those of its parts.
void pass_back_query(PredictorKind kind, Row by_query, Row entity, Row step,
                     std::span<float> by_entity, std::span<float> by_step);

// z of an entity and an answer.
void make_step_query(PredictorKind kind, Row entity, Row answer, std::span<float> query);
void pass_back_step_query(PredictorKind kind, Row by_query, Row entity, Row answer,
                          std::span<float> by_entity, std::span<float> by_answer);

}  // namespace gntp
