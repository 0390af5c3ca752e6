// The vectors of entities on a plane (gntp/browsing.h).
#include <gntp/browsing.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "engine/engine_state.h"
#include "engine/fact_counts.h"
#include "engine/principal_plane.h"

namespace gntp {
namespace {

// Those with the most facts, then by name.
std::vector<EntityId> most_known(const KnowledgeBase& kb, std::size_t count) {
  const std::vector<std::uint64_t> facts = facts_by_entity(kb);
  std::vector<EntityId> ids(kb.entities.size());
  std::iota(ids.begin(), ids.end(), EntityId{0});
  const auto is_before = [&](EntityId a, EntityId b) {
    return facts[a] != facts[b] ? facts[a] > facts[b] : kb.entities.name(a) < kb.entities.name(b);
  };
  count = std::min(count, ids.size());
  std::ranges::partial_sort(ids, ids.begin() + static_cast<std::ptrdiff_t>(count), is_before);
  ids.resize(count);
  return ids;
}

}  // namespace

VectorMap vector_map(const Engine& engine, std::size_t count) {
  const Engine::State& state = engine.state();
  const KnowledgeBase& kb = state.models.kb();
  const Model& model = *state.models.model();
  const Matrix& table = model.predictor.is_used() ? model.predictor.entities : model.entities;
  if (table.columns() == 0) {
    fail("the model has no vectors of entities to show; one with a link predictor has them");
  }
  VectorMap map;
  map.entities = kb.entities.size();
  const std::vector<EntityId> shown = most_known(kb, count);
  std::vector<float> vectors;
  vectors.reserve(shown.size() * table.columns());
  for (const EntityId id : shown) {
    const std::span<const float> row = table.row(id);
    vectors.insert(vectors.end(), row.begin(), row.end());
  }
  const PrincipalPlane plane = principal_plane(vectors, table.columns());
  map.explained = plane.explained;
  double largest = 0;
  for (const auto& [x, y] : plane.points) largest = std::max({largest, std::abs(x), std::abs(y)});
  const double scale = largest > 0 ? largest : 1;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto& [x, y] = plane.points[i];
    map.points.push_back({kb.entities.name(shown[i]), x / scale, y / scale});
  }
  return map;
}

}  // namespace gntp
