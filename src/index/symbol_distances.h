// How far symbols are from each other: a snapshot of the model's distances, from which the search
// reads instead of computing.
//
// Predicates: a table of every predicate that goals have against every relation. Entities: each
// one's neighbours within the radius that the score floor allows, nearest first; beside them, up to
// kDenseLimit entities, the whole table; above that a single distance is computed from the vectors.
// A symbol without a vector is its own and only neighbour, infinitely far from every other.
//
// `refresh` and `update` are for one thread; everything else is safe for any number.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "index/goal_predicates.h"
#include "index/neighbour_lists.h"
#include "model/kernel.h"
#include "model/model.h"

namespace gntp {

// The rows of the model that have changed, each once.
struct MovedRows {
  std::span<const std::uint32_t> entities;
  std::span<const std::uint32_t> predicates;
  std::span<const std::uint32_t> rules;  // whose distances (their confidences) have changed
};

// An entity's neighbours, itself first: a list, or itself alone.
class Neighbours {
 public:
  // Requires: the list outlives it, and is not empty.
  explicit Neighbours(std::span<const Neighbour> list) : list_(list) {}
  explicit Neighbours(EntityId alone) : alone_{0, alone} {}

  std::span<const Neighbour> span() const { return list_.empty() ? std::span(&alone_, 1) : list_; }
  // All but itself; valid as long as the list.
  std::span<const Neighbour> others() const { return list_.empty() ? list_ : list_.subspan(1); }
  const Neighbour* begin() const { return span().data(); }
  const Neighbour* end() const { return begin() + size(); }
  std::size_t size() const { return span().size(); }
  const Neighbour& operator[](std::size_t i) const { return begin()[i]; }

 private:
  std::span<const Neighbour> list_;
  Neighbour alone_{};
};

class SymbolDistances {
 public:
  static constexpr std::size_t kDenseLimit = 4096;

  // Keeps references to the model and the goals' predicates (null: all). Call `refresh` before use.
  // Up to `dense_limit` entities have a table.
  explicit SymbolDistances(const Model& model, std::size_t dense_limit = kDenseLimit,
                           const GoalPredicates* goals = nullptr)
      : model_(model), dense_limit_(dense_limit), goals_(goals), lists_(model.entities) {}

  // Takes the model's vectors as they are now. Throws Error if so many entities are within the
  // radius that their lists would not fit in memory.
  void refresh(float radius, ThreadPool& threads);
  // Takes these rows as they are now, the others being what they were. Throws as `refresh` does.
  void update(float radius, const MovedRows& moved, ThreadPool& threads);

  // What the lists depend on besides the vectors (base/archive.h). Requires, to read: refreshed.
  template <typename Archive>
  void exchange(Archive& archive, ThreadPool& threads) {
    if (is_listed()) lists_.exchange(archive, threads);
  }

  float entity(EntityId a, EntityId b) const {
    if (!entity_table_.values().empty()) return entity_table_(a, b);
    if (a == b) return 0;
    if (is_symbolic()) return std::numeric_limits<float>::infinity();
    return distance(model_.entities.row(a), model_.entities.row(b));
  }
  bool is_symbolic() const { return model_.has_symbolic_entities(); }
  bool has_symbolic_relations() const { return model_.has_symbolic_relations(); }
  // From each predicate to each relation. Requires: goals may have the predicate.
  std::span<const float> to_relations(PredicateId predicate) const {
    if (has_symbolic_relations()) {
      return std::span(one_zero_).subspan(model_.relations - 1 - predicate, model_.relations);
    }
    return relation_table_.row(table_row_[predicate]);
  }
  // Of the last refresh.
  float radius() const { return radius_; }
  // The entities within the radius, itself first, by distance, then id.
  Neighbours neighbours(EntityId entity) const {
    if (is_symbolic()) return Neighbours(entity);
    return Neighbours(is_dense() ? near_[entity] : lists_.within(entity));
  }

  // The same and perhaps more, at no cost after an update, but with distances that may be wrong by
  // the drifts of both ends (see NeighbourLists): sorted by these distances, itself first.
  Neighbours nearby(EntityId entity) const {
    if (is_symbolic()) return Neighbours(entity);
    return Neighbours(is_dense() ? near_[entity] : lists_.nearby(entity));
  }
  // Tells the processor that `nearby` will be read: first where the list is, a little later the
  // list.
  void prefetch_place(EntityId entity) const {
    if (is_listed()) lists_.prefetch_place(entity);
  }
  void prefetch_nearby(EntityId entity) const {
    if (is_listed()) lists_.prefetch_nearby(entity);
  }
  // The distance of the first of them but itself: where entities are far apart most have none
  // within reach, and this tells without a look at the list.
  float clearance(EntityId entity) const {
    if (is_symbolic()) return std::numeric_limits<float>::infinity();
    return is_dense() ? clearances_[entity] : lists_.clearance(entity);
  }
  // No other entity is nearer than this.
  float nearest_other(EntityId entity) const {
    return clearance(entity) - drift(entity) - largest_drift();
  }
  // Whether all distances are in a table: lists are exact then, and nothing drifts.
  bool is_dense() const { return model_.entities.rows() <= dense_limit_ && !is_symbolic(); }
  float drift(EntityId entity) const { return is_listed() ? lists_.drift(entity) : 0.0F; }
  float largest_drift() const { return is_listed() ? lists_.largest_drift() : 0.0F; }

 private:
  bool is_listed() const { return !is_dense() && !is_symbolic(); }
  bool is_goal(PredicateId predicate) const {
    return goals_ == nullptr || goals_->contains(predicate);
  }
  void make_relation_table();
  void fill_relation_row(PredicateId predicate);
  void fill_entity_table(std::span<const std::uint32_t> moved, ThreadPool& threads);
  void list_near(float radius, ThreadPool& threads);

  const Model& model_;
  std::size_t dense_limit_;
  const GoalPredicates* goals_;
  Matrix relation_table_;  // (predicates of goals, relations)
  // Symbolic relations: infinite but for a zero in the middle, so that every row of an identity is
  // a part of it.
  std::vector<float> one_zero_;
  std::vector<std::uint32_t> table_row_;  // by predicate; nothing meaningful for those of no goal
  // Up to dense_limit_ entities:
  Matrix entity_table_;  // (entities, entities)
  std::vector<std::vector<Neighbour>> near_;
  std::vector<float> clearances_;
  float radius_ = 0;  // of the last refresh
  // Above:
  NeighbourLists lists_;
};

}  // namespace gntp
