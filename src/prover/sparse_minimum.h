// The smallest distance offered for each entity: quick to look up, sparse to go through and to
// clear, so that a query costs what it reaches and not what there is.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "base/sparse_array.h"
#include "kb/ids.h"

namespace gntp {

class SparseMinimum {
 public:
  static constexpr float kNone = std::numeric_limits<float>::infinity();

  explicit SparseMinimum(std::size_t entities, std::size_t few = SparseArray<float>::kFewPlaces)
      : smallest_(entities, kNone, few) {}

  void offer(EntityId entity, float distance) {
    float& smallest = smallest_.touch(entity);
    if (!(distance < smallest)) return;
    if (smallest == kNone) reached_.push_back(entity);
    smallest = distance;
  }
  // In place of all that was offered.
  void replace(EntityId entity, float distance) {
    float& smallest = smallest_.touch(entity);
    if (smallest == kNone && distance < kNone) reached_.push_back(entity);
    if (distance == kNone && smallest != kNone) std::erase(reached_, entity);
    smallest = distance;
  }
  // kNone where nothing was offered.
  float operator[](EntityId entity) const { return smallest_[entity]; }
  std::size_t entities() const { return smallest_.size(); }

  // The entities with an offer, in no particular order.
  std::span<const EntityId> reached() const { return reached_; }

  void clear() {
    smallest_.clear(std::span<const EntityId>(reached_));
    reached_.clear();
  }

 private:
  SparseArray<float> smallest_;  // by entity
  std::vector<EntityId> reached_;
};

}  // namespace gntp
