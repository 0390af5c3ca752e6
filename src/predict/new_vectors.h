// Vectors for entities that a link predictor was not trained with, from their facts.
//
// A new entity's vector x makes this sum over its facts the least, with all other vectors fixed; a
// fact is a step s to another entity o:
//
//   - log softmax(scores of x and s with all)[o]             o answers x
//   - log softmax(scores of o and s backwards with all)[x]   x answers o
//   + weight * (sum of the cubes, or squares, of the sizes of the components of x)
//
// `all` are the trained entities and the answer. This is what training makes small (without the
// relations), and convex where scores are products. The weight is what holds trained vectors where
// they are (`fit_penalty`). Where the trained are very many, the first part compares with some of
// them, evenly drawn, which stand for the others.
//
// Facts that new entities share count in a second pass, with the other's vector of the first.
// Threads share out groups of fixed size: results do not depend on their number.
#pragma once

#include <cstddef>
#include <span>

#include "base/parallel.h"
#include "kb/step_graph.h"
#include "predict/predictor_options.h"

namespace gntp {

struct NewVectorOptions {
  Penalty penalty = Penalty::kN3;
  double penalty_weight = 0.05;
  std::size_t competitors = 1024;  // entities that answers are compared with, at most
  std::size_t evaluations = 25;    // of the sum and its gradient, at most
  double tolerance = 1e-2;         // of the gradient, by components as large as the trained are
};

// Writes the rows of these entities; what they hold is not read. An entity without a fact gets
// zeros. Requires: they are sorted, and not all entities.
void fit_new_vectors(const StepGraph& facts, std::span<const EntityId> entities,
                     const NewVectorOptions& options, Predictor& predictor, ThreadPool& threads);

// The penalty's weight for which some trained entities, evenly drawn, are neither too long nor too
// short: along their own vectors the sum's derivative is zero, over all of them. Positive.
double fit_penalty(const StepGraph& facts, const NewVectorOptions& options,
                   const Predictor& predictor, ThreadPool& threads);

}  // namespace gntp
