#include "engine/new_vector_penalty.h"

#include "engine/predictor_training.h"
#include "predict/new_vectors.h"

namespace gntp {

std::optional<double> new_vector_penalty(const Engine::State& state) {
  const Predictor& predictor = state.models.model()->predictor;
  if (!predictor.is_used()) return std::nullopt;
  if (state.metadata.new_vector_penalty) return state.metadata.new_vector_penalty;
  NewVectorOptions options;
  options.penalty = state.options.predictor.penalty;
  options.penalty_weight = state.options.predictor.penalty_weight;
  const StepGraph facts = predictor_facts(state.models.kb());
  return state.threads.run(
      [&](ThreadPool& threads) { return fit_penalty(facts, options, predictor, threads); });
}

}  // namespace gntp
