#include "index/symbol_distances.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace gntp {
namespace {

std::vector<std::uint32_t> all_rows(const Matrix& matrix) {
  std::vector<std::uint32_t> rows(matrix.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

}  // namespace

void SymbolDistances::refresh(float radius, ThreadPool& threads) {
  radius_ = radius;
  if (has_symbolic_relations()) {
    one_zero_.assign(std::max<std::size_t>(2 * model_.relations, 1) - 1,
                     std::numeric_limits<float>::infinity());
    one_zero_[one_zero_.size() / 2] = 0;
  } else {
    make_relation_table();
    threads.for_each(model_.predicates.rows(), [&](std::size_t predicate, std::size_t) {
      fill_relation_row(PredicateId(predicate));
    });
  }
  if (is_symbolic()) return;
  if (!is_dense()) {
    lists_.build(radius, threads);
    return;
  }
  const std::size_t entities = model_.entities.rows();
  entity_table_ = Matrix(entities, entities);
  near_.assign(entities, {});
  clearances_.resize(entities);
  fill_entity_table(all_rows(model_.entities), threads);
  list_near(radius, threads);
}

void SymbolDistances::update(float radius, const MovedRows& moved, ThreadPool& threads) {
  const bool relations_moved = std::ranges::any_of(
      moved.predicates, [this](std::uint32_t row) { return row < model_.relations; });
  const std::vector<std::uint32_t> all =
      relations_moved ? all_rows(model_.predicates) : std::vector<std::uint32_t>();
  const std::span<const std::uint32_t> predicates = relations_moved ? all : moved.predicates;
  if (!predicates.empty()) {
    threads.for_each(predicates.size(), [&](std::size_t i, std::size_t) {
      fill_relation_row(PredicateId(predicates[i]));
    });
  }
  if (is_symbolic()) {
    radius_ = radius;
  } else if (!is_dense()) {
    lists_.update(radius, moved.entities, threads);
    radius_ = radius;
  } else if (!moved.entities.empty() || radius != radius_) {
    fill_entity_table(moved.entities, threads);
    list_near(radius, threads);
  }
}

void SymbolDistances::make_relation_table() {
  table_row_.assign(model_.predicates.rows(), 0);
  std::uint32_t rows = 0;
  for (PredicateId predicate{0}; predicate < table_row_.size(); ++predicate) {
    if (is_goal(predicate)) table_row_[predicate] = rows++;
  }
  relation_table_ = Matrix(rows, model_.relations);
}

void SymbolDistances::fill_relation_row(PredicateId predicate) {
  if (!is_goal(predicate)) return;
  distances(model_.predicates.row(predicate), model_.predicates, 0, model_.relations,
            relation_table_.row(table_row_[predicate]));
}

// The rows and the columns of the entities that moved. Every cell has one writer: of two that
// moved, the one with the larger id.
void SymbolDistances::fill_entity_table(std::span<const std::uint32_t> moved, ThreadPool& threads) {
  const std::size_t entities = model_.entities.rows();
  std::vector<std::uint8_t> has_moved(entities);
  for (const std::uint32_t entity : moved) has_moved[entity] = 1;
  std::vector<std::vector<float>> scratch(threads.size(), std::vector<float>(entities));
  const bool all = moved.size() == entities;
  threads.for_each(moved.size(), [&](std::size_t i, std::size_t worker) {
    const std::uint32_t entity = moved[i];
    std::vector<float>& row = scratch[worker];
    // Where all have moved, nothing beyond its own column is this entity's to write.
    const std::size_t end = all ? entity + 1 : entities;
    distances(model_.entities.row(entity), model_.entities, 0, end, row);
    for (std::size_t other = 0; other < end; ++other) {
      if (has_moved[other] != 0 && other > entity) continue;
      entity_table_(entity, other) = row[other];
      entity_table_(other, entity) = row[other];
    }
  });
}

// Starts from the last lists: what has moved little is nearly in order.
void SymbolDistances::list_near(float radius, ThreadPool& threads) {
  radius_ = radius;
  const std::size_t entities = model_.entities.rows();
  std::vector<std::vector<std::uint8_t>> listed(threads.size());
  std::atomic<std::size_t> total = 0;
  threads.for_each(entities, [&](std::size_t entity, std::size_t worker) {
    std::vector<std::uint8_t>& seen = listed[worker];
    seen.assign(entities, 0);
    const std::span<const float> row = entity_table_.row(entity);
    std::vector<Neighbour>& near = near_[entity];
    if (near.empty()) near.push_back({0.0F, EntityId(entity)});
    std::size_t kept = 1;  // itself first, even where another entity has the same vector
    seen[entity] = 1;
    for (std::size_t i = 1; i < near.size(); ++i) {
      const EntityId other = near[i].entity;
      seen[other] = 1;
      if (row[other] <= radius) near[kept++] = {row[other], other};
    }
    near.resize(kept, Neighbour{});
    for (EntityId other{0}; other < entities; ++other) {
      if (seen[other] == 0 && row[other] <= radius) near.push_back({row[other], other});
    }
    if ((total += near.size() - 1) > kMaxNeighbours) fail_too_near(entities);
    sort_neighbours(std::span(near).subspan(1));
    clearances_[entity] = clearance_of(near);
  });
}

}  // namespace gntp
