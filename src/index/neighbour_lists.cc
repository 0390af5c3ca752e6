#include "index/neighbour_lists.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/grouped.h"
#include "base/id_set.h"
#include "model/kernel.h"

namespace gntp {
namespace {

constexpr std::size_t kBlock = 48;    // entities scanned together
constexpr std::size_t kSamples = 64;  // entities whose surroundings say how wide a margin may be
constexpr std::size_t kShards = 16;   // ranges of entities whose lists are written together
constexpr std::size_t kAhead = 4;     // vectors that are fetched before they are needed
constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Of a vector: so that what is made of it for a GPU is no more than a float holds.
constexpr float kLargestSquare = std::numeric_limits<float>::max() / 4;

// Orders by distance, then entity: distances are not negative, so their bits order as they do.
struct Key {
  std::uint64_t operator()(const Neighbour& item) const {
    return std::uint64_t{std::bit_cast<std::uint32_t>(item.distance)} << 32U | item.entity;
  }
};
constexpr Key kKey;

// An upper bound of the rounding of distances up to `size`, and of what is made of three of them.
float rounding(float size, std::size_t dim) {
  return 4 * (static_cast<float>(dim) + 8) * std::numeric_limits<float>::epsilon() * size;
}

// Takes some entities out of a list and puts in others, which it sorts. The list's own entity stays
// first.
void renew(std::vector<Neighbour>& list, const IdSet& out, std::span<Neighbour> in) {
  std::size_t kept = 1;
  for (std::size_t i = 1; i < list.size(); ++i) {
    list[kept] = list[i];  // without a branch: who leaves cannot be foretold
    kept += out.contains(list[i].entity) ? 0 : 1;
  }
  list.resize(kept + in.size());
  sort_neighbours(in);
  auto end = list.begin() + static_cast<std::ptrdiff_t>(kept);  // of what has not found its place
  for (std::size_t left = in.size(); left > 0; --left) {
    const Neighbour& item = in[left - 1];
    const auto place = std::ranges::lower_bound(list.begin() + 1, end, kKey(item), {}, kKey);
    std::move_backward(place, end, end + static_cast<std::ptrdiff_t>(left));
    *(place + static_cast<std::ptrdiff_t>(left) - 1) = item;
    end = place;
  }
}

void prefetch(std::span<const float> row) {
  for (std::size_t i = 0; i < row.size(); i += 16) __builtin_prefetch(&row[i]);
}

Matrix rows_of(const Matrix& matrix, std::span<const EntityId> rows) {
  Matrix copy(rows.size(), matrix.columns());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::copy(matrix.row(rows[i]), copy.row(i).begin());
  }
  return copy;
}

}  // namespace

void fail_too_near(std::size_t entities) {
  fail(
      "too many of the {} entities are within reach of each other to list them; raise "
      "prover.floor or model.entity_scale",
      entities);
}

// By insertion while that is cheap: after a small change nearly everything is in place.
void sort_neighbours(std::span<Neighbour> items) {
  std::size_t shifts = 8 * items.size();
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Neighbour item = items[i];
    const std::uint64_t key = kKey(item);
    std::size_t place = i;
    for (; place > 0 && key < kKey(items[place - 1]); --place) items[place] = items[place - 1];
    items[place] = item;
    if (i - place > shifts) {
      std::ranges::sort(items, {}, kKey);
      return;
    }
    shifts -= i - place;
  }
}

// All lists ---------------------------------------------------------------------------------------

void NeighbourLists::build(float radius, ThreadPool& threads) {
  const std::size_t count = entities_.rows();
  is_whole_ = false;
  radius_ = radius;
  anchors_ = entities_;
  take_anchors();
  drifts_.assign(count, 0);
  largest_drift_ = 0;
  cover_ = choose_cover(radius, threads);
  lists_.resize(count);
  clearances_.resize(count);
  list_upper_half(radius, threads);
  mirror(threads);
  forget_exact(threads);
  is_whole_ = true;
}

void NeighbourLists::list_around_anchors(ThreadPool& threads) {
  is_whole_ = false;
  take_anchors();
  list_upper_half(radius_, threads);
  mirror(threads);
  std::vector<std::uint32_t> all(entities_.rows());
  std::iota(all.begin(), all.end(), 0U);
  measure_drifts(all, threads);
  largest_drift_ = drifts_.empty() ? 0 : *std::ranges::max_element(drifts_);
  forget_exact(threads);
  is_whole_ = true;
}

void NeighbourLists::take_anchors() {
  scan_.assign(anchors_);
  std::vector<EntityId> all(anchors_.rows());
  std::iota(all.begin(), all.end(), EntityId(0));
  follow_on_gpu(all);
}

// Takes the anchors to the GPU that this thread is to use, if any: those that moved where it has
// the others. Beyond what floats hold the processor alone finds its way.
void NeighbourLists::follow_on_gpu(std::span<const EntityId> moved) {
  const Gpu* gpu = DeviceScope::current();
  if (gpu == nullptr || moved.empty() || !(scan_.largest_square() <= kLargestSquare)) {
    on_gpu_.reset();
  } else if (on_gpu_ && on_gpu_->fits(*gpu, anchors_)) {
    on_gpu_->assign({moved.begin(), moved.end()}, anchors_);
  } else {
    on_gpu_.reset();  // its memory may be needed
    on_gpu_ = std::make_unique<NearRows>(*gpu, anchors_);
  }
}

// A wide margin lets entities move far before their lists must be made again, but makes the lists
// longer: they may be a few times as long as without.
float NeighbourLists::choose_cover(float radius, ThreadPool& threads) const {
  const std::size_t count = entities_.rows();
  if (!std::isfinite(radius) || count == 0) return radius;
  const std::size_t samples = std::min(count, kSamples);
  std::vector<float> all(samples * count);
  threads.for_each(samples, [&](std::size_t sample, std::size_t) {
    distances(entities_.row(sample * count / samples), entities_, 0, count,
              std::span(all).subspan(sample * count, count));
  });
  const auto near = static_cast<std::size_t>(
      std::ranges::count_if(all, [&](float distance) { return distance <= radius; }));
  const std::size_t spare = samples * std::max<std::size_t>(1, kMaxNeighbours / (4 * count));
  const std::size_t wanted = std::min({2 * near + 32 * samples, near + spare, all.size() - 1});
  std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(wanted));
  return std::clamp(all[wanted], 1.001F * radius, 2 * radius);
}

// Calls visit(neighbour) for those of the candidates that belong into the entity's list, itself
// perhaps among them. Their vectors are far apart in memory, so they are fetched ahead.
template <typename Visit>
void NeighbourLists::for_each_covered(EntityId entity, std::span<const std::uint32_t> candidates,
                                      Visit visit) const {
  const std::span<const float> own = anchors_.row(entity);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i + kAhead < candidates.size()) prefetch(anchors_.row(candidates[i + kAhead]));
    const float apart = distance(own, anchors_.row(candidates[i]));
    if (apart <= cover_) visit(Neighbour{apart, EntityId(candidates[i])});
  }
}

// Calls visit(i, candidates) for each of the entities, ascending where only later ones are looked
// at, with all whose anchors may be within the cover of its own, and perhaps others; in parallel.
template <typename Visit>
void NeighbourLists::scan_around(std::span<const EntityId> entities, Looked looked,
                                 ThreadPool& threads, Visit visit) const {
  if (on_gpu_) {
    const std::vector<std::uint32_t> rows(entities.begin(), entities.end());
    for (std::size_t done = 0; done < rows.size();) {
      const std::size_t first = looked == Looked::kAll ? 0 : rows[done];
      const NearRows::Found found = on_gpu_->find(std::span(rows).subspan(done), first, cover_);
      threads.for_each(found.size(),
                       [&](std::size_t i, std::size_t) { visit(done + i, found.of(i)); });
      done += found.size();
    }
    return;
  }
  std::vector<std::vector<std::vector<std::uint32_t>>> found(threads.size());
  const std::size_t size =
      std::clamp(entities.size() / (2 * threads.size()), std::size_t{1}, kBlock);
  threads.for_each((entities.size() + size - 1) / size, [&](std::size_t block, std::size_t worker) {
    const std::size_t begin = block * size;
    const auto some = entities.subspan(begin, std::min(size, entities.size() - begin));
    const std::size_t first = looked == Looked::kAll ? 0 : some.front();
    scan_.scan(rows_of(anchors_, some), first, cover_, found[worker]);
    for (std::size_t i = 0; i < some.size(); ++i) visit(begin + i, found[worker][i]);
  });
}

// Each list's items with a larger id; the distance is symmetric.
void NeighbourLists::list_upper_half(float radius, ThreadPool& threads) {
  std::vector<EntityId> all(entities_.rows());
  std::iota(all.begin(), all.end(), EntityId(0));
  std::atomic<std::size_t> total = 0;
  scan_around(all, Looked::kLater, threads,
              [&](std::size_t i, std::span<const std::uint32_t> candidates) {
                const EntityId entity = all[i];
                std::vector<Neighbour>& list = lists_[entity];
                list.assign(1, {0.0F, entity});
                std::size_t near = 0;
                for_each_covered(entity, candidates, [&](const Neighbour& item) {
                  if (item.entity <= entity) return;
                  list.push_back(item);
                  near += item.distance <= radius ? 2 : 0;
                });
                if ((total += near) > kMaxNeighbours) fail_too_near(all.size());
              });
}

// Adds to each list its items with a smaller id and sorts it. Shards are ranges of the lists
// written to; all threads read the upper halves, whose lengths are taken first.
void NeighbourLists::mirror(ThreadPool& threads) {
  const std::size_t count = lists_.size();
  std::vector<std::vector<Neighbour>> lower(count);
  const std::size_t shard_size = (count + kShards - 1) / kShards;
  threads.for_each(kShards, [&](std::size_t shard, std::size_t) {
    const std::size_t begin = std::min(count, shard * shard_size);
    const std::size_t end = std::min(count, begin + shard_size);
    for (EntityId entity{0}; entity < end; ++entity) {
      const std::span<const Neighbour> upper = std::span(lists_[entity]).subspan(1);
      auto item = std::ranges::lower_bound(upper, begin, {}, &Neighbour::entity);
      for (; item != upper.end() && item->entity < end; ++item) {
        lower[item->entity].push_back({item->distance, entity});
      }
    }
  });
  threads.for_each(count, [&](std::size_t entity, std::size_t) {
    std::vector<Neighbour>& list = lists_[entity];
    list.insert(list.end(), lower[entity].begin(), lower[entity].end());
    lower[entity] = {};
    std::ranges::sort(std::span(list).subspan(1), {}, kKey);
    clearances_[entity] = clearance_of(list);
  });
}

// What moved --------------------------------------------------------------------------------------

void NeighbourLists::update(float radius, std::span<const std::uint32_t> moved,
                            ThreadPool& threads) {
  if (is_whole_ && moved.empty() && radius == radius_) return;
  if (!is_whole_ || !std::isfinite(radius) || cover_ < 1.001F * radius) {
    build(radius, threads);
    return;
  }
  is_whole_ = false;
  radius_ = radius;
  measure_drifts(moved, threads);
  const float share = (cover_ - radius) / 2;
  std::vector<EntityId> lost;
  largest_drift_ = 0;
  for (EntityId entity{0}; entity < drifts_.size(); ++entity) {
    if (drifts_[entity] > share) {
      lost.push_back(entity);
    } else {
      largest_drift_ = std::max(largest_drift_, drifts_[entity]);
    }
  }
  if (lost.size() > drifts_.size() / 3) {
    build(radius, threads);
    return;
  }
  if (!lost.empty()) anchor_anew(lost, threads);
  forget_exact(threads);
  is_whole_ = true;
}

void NeighbourLists::measure_drifts(std::span<const std::uint32_t> moved, ThreadPool& threads) {
  const float slack = rounding(cover_, entities_.columns());
  threads.for_each(moved.size(), [&](std::size_t i, std::size_t) {
    const std::uint32_t entity = moved[i];
    const std::span<const float> now = entities_.row(entity);
    const bool at_anchor = std::ranges::equal(now, anchors_.row(entity));
    const float apart = at_anchor ? 0.0F : distance(now, anchors_.row(entity)) + slack;
    drifts_[entity] = std::isnan(apart) ? kInfinity : apart;
  });
}

void NeighbourLists::anchor_anew(std::span<const EntityId> entities, ThreadPool& threads) {
  for (const EntityId entity : entities) {
    std::ranges::copy(entities_.row(entity), anchors_.row(entity).begin());
    scan_.assign_row(entity, anchors_.row(entity));
    drifts_[entity] = 0;
  }
  follow_on_gpu(entities);
  Fresh fresh = list_anew(entities, threads);
  merge(fresh, threads);
}

NeighbourLists::Fresh NeighbourLists::list_anew(std::span<const EntityId> entities,
                                                ThreadPool& threads) const {
  Fresh fresh{entities, std::vector<std::vector<Neighbour>>(entities.size())};
  std::atomic<std::size_t> total = 0;
  scan_around(entities, Looked::kAll, threads,
              [&](std::size_t i, std::span<const std::uint32_t> candidates) {
                std::vector<Neighbour>& list = fresh.lists[i];
                list.push_back({0.0F, entities[i]});
                for_each_covered(entities[i], candidates, [&](const Neighbour& item) {
                  if (item.entity != entities[i]) list.push_back(item);
                });
                if ((total += list.size()) > kMaxNeighbours) fail_too_near(entities_.rows());
                std::ranges::sort(std::span(list).subspan(1), {}, kKey);
              });
  return fresh;
}

// Takes the entities out of all other lists, puts them in again where they are near now, and
// replaces their own.
void NeighbourLists::merge(Fresh& fresh, ThreadPool& threads) {
  const std::size_t count = lists_.size();
  IdSet renewed;
  renewed.resize(count);
  for (const EntityId entity : fresh.entities) renewed.insert(entity);
  std::vector<std::uint8_t> changes(count);
  for (const EntityId entity : fresh.entities) {
    for (const Neighbour& item : lists_[entity]) changes[item.entity] = 1;
  }
  // What comes into each list.
  Grouped<Neighbour> in(count, [&](auto visit) {
    for (std::size_t i = 0; i < fresh.entities.size(); ++i) {
      for (const Neighbour& item : fresh.lists[i]) {
        visit(item.entity, {item.distance, fresh.entities[i]});
      }
    }
  });
  std::vector<EntityId> changed;
  for (EntityId entity{0}; entity < count; ++entity) {
    const bool changes_now = !in[entity].empty() || changes[entity] != 0;
    if (changes_now && !renewed.contains(entity)) changed.push_back(entity);
  }
  for (std::size_t i = 0; i < fresh.entities.size(); ++i) {
    const EntityId entity = fresh.entities[i];
    clearances_[entity] = clearance_of(fresh.lists[i]);
    lists_[entity] = std::move(fresh.lists[i]);
  }
  threads.for_each(changed.size(), [&](std::size_t i, std::size_t) {
    const EntityId entity = changed[i];
    renew(lists_[entity], renewed, in.group(entity));
    clearances_[entity] = clearance_of(lists_[entity]);
  });
}

}  // namespace gntp
