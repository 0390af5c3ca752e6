// How far symbols are from each other: a snapshot of the model's distances, from which the search
// reads instead of computing.
//
// Predicates: a table of every predicate (relation or slot) against every relation. Entities: each
// one's neighbours within the radius that the score floor allows, nearest first; beside them, up to
// kDenseLimit entities, the whole table; above that a single distance is computed from the vectors.
//
// `refresh` is for one thread; everything else is read-only and safe for any number.
#pragma once

#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "model/kernel.h"
#include "model/model.h"

namespace gntp {

struct Neighbour {
  float distance;
  Id entity;
};

class SymbolDistances {
 public:
  static constexpr std::size_t kDenseLimit = 4096;

  // Keeps a reference to the model. Call `refresh` before use.
  explicit SymbolDistances(const Model& model) : model_(model) {}

  // Takes the model's vectors as they are now. Throws Error if so many entities are within the
  // radius that their lists would not fit in memory.
  void refresh(float radius, ThreadPool& threads);

  float entity(Id a, Id b) const {
    if (!entity_table_.values().empty()) return entity_table_(a, b);
    return a == b ? 0.0F : distance(model_.entities.row(a), model_.entities.row(b));
  }
  // From each predicate to each relation.
  std::span<const float> to_relations(PredicateId predicate) const {
    return relation_table_.row(predicate);
  }
  // Of the last refresh.
  float radius() const { return radius_; }
  // The entities within the radius, itself first, by distance, then id.
  std::span<const Neighbour> neighbours(Id entity) const {
    return std::span(neighbours_)
        .subspan(neighbour_begin_[entity], neighbour_begin_[entity + 1] - neighbour_begin_[entity]);
  }

 private:
  void refresh_entities(float radius, ThreadPool& threads);

  const Model& model_;
  float radius_ = 0;
  Matrix relation_table_;  // (predicates, relations)
  Matrix entity_table_;    // (entities, entities), or empty
  std::vector<Neighbour> neighbours_;
  std::vector<std::size_t> neighbour_begin_;
  std::vector<std::vector<Neighbour>> rows_;  // scratch of refresh
};

}  // namespace gntp
