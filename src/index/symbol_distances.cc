#include "index/symbol_distances.h"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::size_t kMaxNeighbours = std::size_t{1} << 27U;  // 1 GiB of lists

}  // namespace

void SymbolDistances::refresh(float radius, ThreadPool& threads) {
  radius_ = radius;
  const std::size_t predicates = model_.predicates.rows();
  if (relation_table_.rows() != predicates) {
    relation_table_ = Matrix(predicates, model_.relations);
  }
  threads.for_each(predicates, [&](std::size_t predicate, std::size_t) {
    distances(model_.predicates.row(predicate), model_.predicates, 0, model_.relations,
              relation_table_.row(predicate));
  });
  refresh_entities(radius, threads);
}

void SymbolDistances::refresh_entities(float radius, ThreadPool& threads) {
  const std::size_t entities = model_.entities.rows();
  const bool dense = entities <= kDenseLimit;
  if (dense && entity_table_.rows() != entities) entity_table_ = Matrix(entities, entities);
  rows_.resize(entities);

  std::vector<std::vector<float>> scratch(threads.size());
  std::atomic<std::size_t> total = 0;
  threads.for_each(entities, [&](std::size_t entity, std::size_t worker) {
    std::span<float> row;
    if (dense) {
      row = entity_table_.row(entity);
    } else {
      scratch[worker].resize(entities);
      row = scratch[worker];
    }
    distances(model_.entities.row(entity), model_.entities, 0, entities, row);
    std::vector<Neighbour>& near = rows_[entity];
    near.clear();
    for (Id other = 0; other < entities; ++other) {
      if (row[other] <= radius && other != entity) near.push_back({row[other], other});
    }
    if ((total += near.size()) > kMaxNeighbours) {
      fail(
          "too many of the {} entities are within reach of each other to list them; raise "
          "prover.floor, model.entity_scale or model.slope",
          entities);
    }
    std::ranges::sort(near, {},
                      [](const Neighbour& item) { return std::tuple(item.distance, item.entity); });
  });

  neighbours_.clear();
  neighbour_begin_.assign(1, 0);
  for (Id entity = 0; entity < entities; ++entity) {
    neighbours_.push_back({0.0F, entity});  // first even where another entity has the same vector
    neighbours_.insert(neighbours_.end(), rows_[entity].begin(), rows_[entity].end());
    neighbour_begin_.push_back(neighbours_.size());
  }
}

}  // namespace gntp
