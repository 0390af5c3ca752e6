// Each entity's neighbours, kept while entities move: for knowledge bases too large for a table of
// all distances.
//
// An entity has an anchor, where it was when its list was last made. The lists hold the pairs whose
// anchors are within the radius and a margin; an entity that drifts from its anchor by no more than
// half the margin changes nothing about who can be within the radius of whom, so between two
// batches only the few that drifted farther get a new anchor and a new list. True distances follow
// from anchors' distances up to the drifts, and are computed where that is too vague.
//
// `build` and `update` are for one thread; the others are safe for any number.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "device/near_rows.h"
#include "index/row_scan.h"
#include "kb/ids.h"

namespace gntp {

struct Neighbour {
  float distance;
  EntityId entity;
};

// Fails where the lists of so many entities would have more than this many items: 1 GiB.
inline constexpr std::size_t kMaxNeighbours = std::size_t{1} << 27U;
[[noreturn]] void fail_too_near(std::size_t entities);

// The distance of the second item, the first being the entity itself; infinite if there is none.
inline float clearance_of(std::span<const Neighbour> list) {
  return list.size() > 1 ? list[1].distance : std::numeric_limits<float>::infinity();
}

// Sorts by distance, then entity; fast where little is out of order.
void sort_neighbours(std::span<Neighbour> items);

class NeighbourLists {
 public:
  // Keeps a reference to the vectors.
  explicit NeighbourLists(const Matrix& entities) : entities_(entities) {}

  // Takes all vectors as they are now.
  void build(float radius, ThreadPool& threads);
  // Takes these rows of the entities as they are now; the others have not changed.
  void update(float radius, std::span<const std::uint32_t> moved, ThreadPool& threads);

  // The anchors and how far they reach, from which all else follows (base/archive.h). Requires, to
  // read: built.
  template <typename Archive>
  void exchange(Archive& archive, ThreadPool& threads) {
    archive(anchors_);
    archive(cover_);
    if constexpr (Archive::kReads) list_around_anchors(threads);
  }

  // The entities within the radius, itself first, by distance, then id.
  std::span<const Neighbour> within(EntityId entity) const;

  // At least those within the radius, itself first, by the distance of the anchors: the true
  // distance differs by no more than both drifts, and not at all where both are zero.
  std::span<const Neighbour> nearby(EntityId entity) const { return lists_[entity]; }
  void prefetch_place(EntityId entity) const { __builtin_prefetch(&lists_[entity]); }
  void prefetch_nearby(EntityId entity) const {
    const auto* items = reinterpret_cast<const char*>(lists_[entity].data());
    __builtin_prefetch(items);
    __builtin_prefetch(items + 64);
  }
  // The distance of the first of them but itself; infinite if there is none.
  float clearance(EntityId entity) const { return clearances_[entity]; }
  float drift(EntityId entity) const { return drifts_[entity]; }
  float largest_drift() const { return largest_drift_; }

 private:
  // Candidates of a batch of entities, by entity of the batch.
  struct Fresh {
    std::span<const EntityId> entities;
    std::vector<std::vector<Neighbour>> lists;
  };
  // Who is looked at: all others, or the one of each pair with the larger id.
  enum class Looked : std::uint8_t { kAll, kLater };
  float choose_cover(float radius, ThreadPool& threads) const;
  void take_anchors();
  void follow_on_gpu(std::span<const EntityId> moved);
  template <typename Visit>
  void scan_around(std::span<const EntityId> entities, Looked looked, ThreadPool& threads,
                   Visit visit) const;
  template <typename Visit>
  void for_each_covered(EntityId entity, std::span<const std::uint32_t> candidates,
                        Visit visit) const;
  void list_around_anchors(ThreadPool& threads);
  void list_upper_half(float radius, ThreadPool& threads);
  void mirror(ThreadPool& threads);
  void measure_drifts(std::span<const std::uint32_t> moved, ThreadPool& threads);
  void anchor_anew(std::span<const EntityId> entities, ThreadPool& threads);
  Fresh list_anew(std::span<const EntityId> entities, ThreadPool& threads) const;
  void merge(Fresh& fresh, ThreadPool& threads);
  void forget_exact(ThreadPool& threads);
  void make_exact(EntityId entity) const;

  const Matrix& entities_;
  Matrix anchors_;
  RowScan scan_;                      // over the anchors
  std::unique_ptr<NearRows> on_gpu_;  // likewise, where a GPU is used
  bool is_whole_ = false;             // no change has been left half made
  float radius_ = 0;
  float cover_ = 0;  // pairs of anchors within it are listed
  std::vector<std::vector<Neighbour>> lists_;
  std::vector<float> clearances_;
  std::vector<std::uint32_t> within_;  // while nothing drifts: how many are within the radius
  std::vector<float> drifts_;          // upper bounds; zero for an entity at its anchor
  float largest_drift_ = 0;

  // Exact lists are made when they are asked for: `made_[e]` is twice the generation they are of,
  // and one more while they are being made.
  mutable std::vector<std::vector<Neighbour>> exact_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> made_;
  std::uint64_t generation_ = 1;
};

}  // namespace gntp
