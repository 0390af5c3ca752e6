// Lists kept while entities move must be, at every step, what a comparison of all pairs gives.
#include "index/neighbour_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "index/symbol_distances.h"
#include "model/kernel.h"

namespace gntp {
namespace {

using Item = std::tuple<float, EntityId>;

std::vector<Item> items_of(std::span<const Neighbour> list) {
  std::vector<Item> items;
  for (const Neighbour& item : list) items.emplace_back(item.distance, item.entity);
  return items;
}

std::vector<Item> compare_all(const Matrix& entities, EntityId entity, float radius) {
  std::vector<Item> items;
  for (EntityId other{0}; other < entities.rows(); ++other) {
    const float apart = distance(entities.row(entity), entities.row(other));
    if (other != entity && apart <= radius) items.emplace_back(apart, other);
  }
  std::ranges::sort(items);
  items.insert(items.begin(), {0.0F, entity});
  return items;
}

// The promise about lists by anchors: nobody within the radius is missing, and no distance is
// farther off than the drifts say.
void expect_nearby(const Matrix& entities, const NeighbourLists& lists, EntityId entity,
                   float radius) {
  std::vector<bool> listed(entities.rows());
  const std::span<const Neighbour> near = lists.nearby(entity);
  ASSERT_EQ(near[0].entity, entity);
  EXPECT_TRUE(std::ranges::is_sorted(near, {}, &Neighbour::distance));
  for (const Neighbour& item : near) {
    EXPECT_FALSE(listed[item.entity]);
    listed[item.entity] = true;
    const float apart = distance(entities.row(entity), entities.row(item.entity));
    const float drift = lists.drift(entity) + lists.drift(item.entity);
    if (item.entity == entity) continue;
    EXPECT_LE(item.distance - drift, apart);
    EXPECT_GE(item.distance + drift, apart);
    EXPECT_LE(lists.drift(item.entity), lists.largest_drift());
  }
  for (EntityId other{0}; other < entities.rows(); ++other) {
    if (distance(entities.row(entity), entities.row(other)) <= radius) {
      EXPECT_TRUE(listed[other]) << entity << " and " << other;
    }
  }
}

Matrix random_entities(std::size_t count, std::size_t dim, double scale, Random& random) {
  Matrix entities(count, dim);
  for (float& value : entities.values()) {
    value = static_cast<float>(scale * (2 * random.uniform() - 1));
  }
  return entities;
}

// Moves some entities by some step, now and then onto another.
std::vector<std::uint32_t> move_some(Matrix& entities, double share, double step, Random& random) {
  std::vector<std::uint32_t> moved;
  for (std::uint32_t entity = 0; entity < entities.rows(); ++entity) {
    if (random.uniform() >= share) continue;
    moved.push_back(entity);
    if (random.below(50) == 0) {
      std::ranges::copy(entities.row(random.below(entities.rows())), entities.row(entity).begin());
      continue;
    }
    for (float& value : entities.row(entity)) {
      value += static_cast<float>(step * (2 * random.uniform() - 1));
    }
  }
  random.shuffle(std::span(moved));
  return moved;
}

TEST(NeighbourLists, StayExactWhileEntitiesMove) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t count = 1 + random.below(300);
    Matrix entities = random_entities(count, 1 + random.below(20), 1, random);
    float radius = static_cast<float>(0.2 + 1.5 * random.uniform());
    const bool slope_moves = seed % 4 == 3;
    NeighbourLists one(entities);
    NeighbourLists two(entities);
    ThreadPool one_thread(1);
    ThreadPool two_threads(2);
    one.build(radius, one_thread);
    two.build(radius, two_threads);
    for (int step = 0; step < 25 && !HasFailure(); ++step) {
      SCOPED_TRACE(step);
      const double size = std::pow(10.0, -3 + 3 * random.uniform());
      const auto moved = move_some(entities, step % 5 == 0 ? 1 : 0.2, size, random);
      if (slope_moves) radius *= static_cast<float>(0.95 + 0.1 * random.uniform());
      one.update(radius, moved, one_thread);
      two.update(radius, moved, two_threads);
      for (EntityId entity{0}; entity < count; ++entity) {
        expect_nearby(entities, one, entity, radius);
        EXPECT_EQ(items_of(one.within(entity)), compare_all(entities, entity, radius));
        EXPECT_EQ(items_of(one.nearby(entity)), items_of(two.nearby(entity)));
        EXPECT_EQ(items_of(one.within(entity)), items_of(two.within(entity)));
      }
    }
  }
}

TEST(NeighbourLists, AnswerManyThreadsAtOnce) {
  Random random(3);
  Matrix entities = random_entities(200, 4, 1, random);
  ThreadPool threads(4);
  NeighbourLists lists(entities);
  lists.build(1, threads);
  for (int step = 0; step < 20; ++step) {
    lists.update(1, move_some(entities, 0.3, 0.01, random), threads);
    std::vector<std::size_t> wrong(threads.size());
    threads.for_each(2000, [&](std::size_t item, std::size_t worker) {
      const EntityId entity(item * 7 % 50);
      if (items_of(lists.within(entity)) != compare_all(entities, entity, 1)) ++wrong[worker];
    });
    EXPECT_EQ(wrong, std::vector<std::size_t>(threads.size()));
  }
}

TEST(NeighbourLists, ListAllWithoutARadius) {
  Random random(4);
  Matrix entities = random_entities(40, 3, 1, random);
  ThreadPool threads(1);
  NeighbourLists lists(entities);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  lists.build(kInfinity, threads);
  EXPECT_EQ(lists.within(EntityId(5)).size(), 40U);
  lists.update(kInfinity, move_some(entities, 0.5, 1, random), threads);
  EXPECT_EQ(items_of(lists.within(EntityId(5))), compare_all(entities, EntityId(5), kInfinity));
}

TEST(RowScan, FindsAllRowsWithinReach) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::size_t dim = 1 + random.below(130);
    const Matrix rows = random_entities(1 + random.below(100), dim, seed % 3 == 0 ? 1 : 70, random);
    const Matrix queries = random_entities(1 + random.below(20), dim, 1, random);
    RowScan scan;
    scan.assign(rows);
    std::vector<std::vector<std::uint32_t>> found;
    for (std::uint32_t target = 0; target < rows.rows(); ++target) {
      const float reach = distance(queries.row(0), rows.row(target));
      scan.scan(queries, 0, reach, found);
      EXPECT_TRUE(std::ranges::is_sorted(found[0]));
      for (std::uint32_t row = 0; row < rows.rows(); ++row) {
        const float apart = distance(queries.row(0), rows.row(row));
        const bool is_found = std::ranges::binary_search(found[0], row);
        EXPECT_TRUE(is_found || apart > reach);
        EXPECT_TRUE(!is_found || apart <= 1.01F * reach + 0.5F);
      }
    }
  }
}

// The same promise for small knowledge bases, which have tables, and for the predicates.
TEST(SymbolDistancesUpdate, EqualsARefresh) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Model model;
    model.entities = random_entities(1 + random.below(60), 5, 1, random);
    model.predicates = random_entities(9, 5, 1, random);
    model.relations = 4;
    const std::size_t dense_limit = seed % 4 == 0 ? 0 : 4096;
    const float radius = 1.2F;
    ThreadPool threads(1 + seed % 2);
    SymbolDistances symbols(model, dense_limit);
    symbols.refresh(radius, threads);
    for (int step = 0; step < 15; ++step) {
      const auto entities = move_some(model.entities, step % 3 == 0 ? 1 : 0.2, 0.1, random);
      const Matrix before = model.predicates;
      auto predicates = move_some(model.predicates, 0.2, 0.1, random);
      if (step % 2 == 0) {  // slots only
        std::erase_if(predicates, [&](std::uint32_t row) { return row < model.relations; });
        std::ranges::copy(before.values().first(model.relations * 5),
                          model.predicates.values().begin());
      }
      symbols.update(radius, {entities, predicates, {}}, threads);
      SymbolDistances anew(model, dense_limit);
      anew.refresh(radius, threads);
      for (EntityId entity{0}; entity < model.entities.rows(); ++entity) {
        EXPECT_EQ(items_of(symbols.neighbours(entity).span()),
                  items_of(anew.neighbours(entity).span()));
        for (EntityId other{0}; other < model.entities.rows(); ++other) {
          EXPECT_EQ(symbols.entity(entity, other), anew.entity(entity, other));
        }
      }
      for (PredicateId predicate{0}; predicate < 9; ++predicate) {
        EXPECT_TRUE(
            std::ranges::equal(symbols.to_relations(predicate), anew.to_relations(predicate)));
      }
    }
  }
}

}  // namespace
}  // namespace gntp
