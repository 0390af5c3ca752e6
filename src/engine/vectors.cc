// A model's vectors, with names.
#include <fmt/format.h>
#include <gntp/engine.h>

#include "engine/engine_state.h"
#include "kb/step_graph.h"

namespace gntp {
namespace {

// The first rows of a table of the model.
VectorTable first_rows(const std::shared_ptr<const Model>& model, const Matrix& table,
                       std::vector<std::string> names) {
  if (table.columns() == 0) return {};
  const std::size_t width = table.columns();
  const std::span<const float> values = table.values().first(names.size() * width);
  return {std::move(names), width, values, model};
}

}  // namespace

VectorTable Engine::entity_vectors() const {
  const std::shared_ptr<const Model> model = state_->models.model();
  const bool predicts = model->predictor.is_used();
  return first_rows(model, predicts ? model->predictor.entities : model->entities, entities());
}

VectorTable Engine::relation_vectors() const {
  const std::shared_ptr<const Model> model = state_->models.model();
  if (!model->predictor.is_used()) return first_rows(model, model->predicates, relations());
  std::vector<std::string> names;
  for (const std::string& name : relations()) {
    names.push_back(name);  // by step: forwards, then backwards
    names.push_back(fmt::format("inverse of {}", name));
  }
  return first_rows(model, model->predictor.steps, std::move(names));
}

}  // namespace gntp
