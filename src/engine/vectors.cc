// A model's vectors, with names.
#include <fmt/format.h>
#include <gntp/engine.h>

#include "engine/engine_state.h"
#include "index/step_graph.h"

namespace gntp {
namespace {

NamedVector named(std::string name, std::span<const float> row) {
  return {std::move(name), {row.begin(), row.end()}};
}

}  // namespace

std::vector<NamedVector> Engine::entity_vectors() const {
  const KnowledgeBase& kb = state_->models.kb();
  const Model& model = *state_->models.model();
  const Matrix& table = model.predictor.is_used() ? model.predictor.entities : model.entities;
  std::vector<NamedVector> vectors;
  if (table.columns() == 0) return vectors;
  for (EntityId id{0}; id < kb.entities.size(); ++id) {
    vectors.push_back(named(kb.entities.name(id), table.row(id)));
  }
  return vectors;
}

std::vector<NamedVector> Engine::relation_vectors() const {
  const KnowledgeBase& kb = state_->models.kb();
  const Model& model = *state_->models.model();
  std::vector<NamedVector> vectors;
  for (RelationId id{0}; id < kb.first_pattern(); ++id) {
    const std::string& name = kb.relations.name(id);
    if (model.predictor.is_used()) {
      vectors.push_back(named(name, model.predictor.steps.row(forwards(id))));
      vectors.push_back(
          named(fmt::format("inverse of {}", name), model.predictor.steps.row(backwards(id))));
    } else if (model.dim() > 0) {
      vectors.push_back(named(name, model.predicates.row(id)));
    }
  }
  return vectors;
}

}  // namespace gntp
