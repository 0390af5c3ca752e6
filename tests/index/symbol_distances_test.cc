#include "index/symbol_distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

double distance_in_double(const Matrix& rows, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.columns(); ++i) {
    sum += std::pow(double{rows(a, i)} - double{rows(b, i)}, 2);
  }
  return std::sqrt(sum);
}

void expect_distances(const Model& model, const SymbolDistances& symbols, float radius,
                      EntityId entity) {
  const auto near = symbols.neighbours(entity);
  EXPECT_EQ(near[0].entity, entity);
  EXPECT_EQ(near[0].distance, 0);
  EXPECT_TRUE(std::ranges::is_sorted(near.others(), {}, [](const Neighbour& neighbour) {
    return std::tuple(neighbour.distance, neighbour.entity);
  }));
  std::vector<bool> listed(model.entities.rows());
  for (const Neighbour& neighbour : near) {
    EXPECT_FALSE(listed[neighbour.entity]);
    listed[neighbour.entity] = true;
    EXPECT_EQ(neighbour.distance, symbols.entity(entity, neighbour.entity));
  }
  for (EntityId other{0}; other < listed.size(); ++other) {
    const double expected = distance_in_double(model.entities, entity, other);
    EXPECT_NEAR(symbols.entity(entity, other), expected, 1e-6 * (1 + expected));
    EXPECT_EQ(symbols.entity(entity, other), symbols.entity(other, entity));
    EXPECT_EQ(listed[other], symbols.entity(entity, other) <= radius);
  }
}

TEST(SymbolDistances, AreThoseOfTheVectors) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomCase made = make_random_case(seed, {});
    SymbolDistances symbols(made.model);
    ThreadPool threads(1 + seed % 2);
    const auto radius = static_cast<float>(Random(seed, 8).uniform() * 3);
    symbols.refresh(radius, threads);
    for (EntityId entity{0}; entity < made.model.entities.rows(); ++entity) {
      expect_distances(made.model, symbols, radius, entity);
    }
    for (PredicateId predicate{0}; predicate < made.model.predicates.rows(); ++predicate) {
      const auto to_relations = symbols.to_relations(predicate);
      ASSERT_EQ(to_relations.size(), made.model.relations);
      for (std::size_t relation = 0; relation < to_relations.size(); ++relation) {
        EXPECT_NEAR(to_relations[relation],
                    distance_in_double(made.model.predicates, predicate, relation), 1e-5);
      }
    }
  }
}

TEST(SymbolDistances, AnEntityIsItsOwnFirstNeighbourAmongEquals) {
  Model model;
  model.entities = Matrix(3, 2);  // three equal vectors
  model.predicates = Matrix(0, 2);
  SymbolDistances symbols(model);
  ThreadPool threads(1);
  symbols.refresh(0, threads);
  const auto near = symbols.neighbours(EntityId(1));
  ASSERT_EQ(near.size(), 3U);
  EXPECT_EQ(near[0].entity, 1U);
  EXPECT_EQ(near[1].entity, 0U);
  EXPECT_EQ(near[2].entity, 2U);
}

TEST(SymbolDistances, AboveTheDenseLimitTheyAreComputed) {
  Model model;
  model.entities = Matrix(SymbolDistances::kDenseLimit + 10, 2);
  model.predicates = Matrix(1, 2);
  model.relations = 1;
  Random random(1);
  for (float& value : model.entities.values()) value = static_cast<float>(100 * random.uniform());
  SymbolDistances symbols(model);
  ThreadPool threads(2);
  symbols.refresh(3, threads);
  for (const std::uint32_t entity : {0U, 1U, 4095U, 4096U, 4105U}) {
    expect_distances(model, symbols, 3, EntityId(entity));
  }
}

TEST(SymbolDistances, FollowTheModelWhenRefreshed) {
  RandomCase made = make_random_case(1, {});
  SymbolDistances symbols(made.model);
  ThreadPool threads(1);
  symbols.refresh(1, threads);
  for (float& value : made.model.entities.values()) value *= 3;
  symbols.refresh(2, threads);
  for (EntityId entity{0}; entity < made.model.entities.rows(); ++entity) {
    expect_distances(made.model, symbols, 2, entity);
  }
}

}  // namespace
}  // namespace gntp
