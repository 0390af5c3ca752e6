// The smallest distance offered for each entity: dense to look up, sparse to go through and to
// clear, so that a query costs what it reaches and not what there is.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "kb/vocabulary.h"

namespace gntp {

class SparseMinimum {
 public:
  static constexpr float kNone = std::numeric_limits<float>::infinity();

  explicit SparseMinimum(std::size_t entities) : smallest_(entities, kNone) {}

  void offer(EntityId entity, float distance) {
    float& smallest = smallest_[entity];
    if (!(distance < smallest)) return;
    if (smallest == kNone) reached_.push_back(entity);
    smallest = distance;
  }
  // In place of all that was offered.
  void replace(EntityId entity, float distance) {
    if (smallest_[entity] == kNone && distance < kNone) reached_.push_back(entity);
    if (distance == kNone && smallest_[entity] != kNone) std::erase(reached_, entity);
    smallest_[entity] = distance;
  }
  // kNone where nothing was offered.
  float operator[](EntityId entity) const { return smallest_[entity]; }
  std::size_t entities() const { return smallest_.size(); }

  // The entities with an offer, in no particular order.
  std::span<const EntityId> reached() const { return reached_; }

  void clear() {
    for (const EntityId entity : reached_) smallest_[entity] = kNone;
    reached_.clear();
  }

 private:
  std::vector<float> smallest_;  // by entity
  std::vector<EntityId> reached_;
};

}  // namespace gntp
