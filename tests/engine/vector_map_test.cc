// Vectors on a plane, compared with principal components that are found another way.
#include <gmock/gmock.h>
#include <gntp/browsing.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/principal_plane.h"
#include "support/errors.h"
#include "support/small_engine.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using Rows = std::vector<std::vector<double>>;

// Power iteration with deflation on the covariance itself, for very long.
struct SlowComponents {
  explicit SlowComponents(const Rows& rows) {
    const std::size_t width = rows[0].size();
    std::vector<double> mean(width);
    for (const auto& row : rows) {
      for (std::size_t k = 0; k < width; ++k) mean[k] += row[k] / static_cast<double>(rows.size());
    }
    Rows covariance(width, std::vector<double>(width));
    double total = 0;
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < width; ++i) {
        for (std::size_t j = 0; j < width; ++j) {
          covariance[i][j] += (row[i] - mean[i]) * (row[j] - mean[j]);
        }
        total += (row[i] - mean[i]) * (row[i] - mean[i]);
      }
    }
    for (std::size_t axis = 0; axis < 2; ++axis) {
      std::vector<double> v(width);
      for (std::size_t k = 0; k < width; ++k) v[k] = 1.0 / static_cast<double>(k + 2 + axis);
      double value = 0;
      for (int step = 0; step < 20000; ++step) {
        std::vector<double> next(width);
        double length = 0;
        for (std::size_t i = 0; i < width; ++i) {
          for (std::size_t j = 0; j < width; ++j) next[i] += covariance[i][j] * v[j];
          length += next[i] * next[i];
        }
        value = std::sqrt(length);
        if (value == 0) break;
        for (std::size_t i = 0; i < width; ++i) v[i] = next[i] / value;
      }
      for (std::size_t i = 0; i < width; ++i) {
        for (std::size_t j = 0; j < width; ++j) covariance[i][j] -= value * v[i] * v[j];
      }
      axes.push_back(v);
      explained.push_back(total > 0 ? value / total : 0);
    }
    for (const auto& row : rows) {
      std::vector<double> point(2);
      for (std::size_t axis = 0; axis < 2; ++axis) {
        for (std::size_t k = 0; k < width; ++k) {
          point[axis] += (row[k] - mean[k]) * axes[axis][k];
        }
      }
      points.push_back(point);
    }
  }
  Rows axes;
  std::vector<double> explained;
  Rows points;
};

std::vector<float> flat(const Rows& rows) {
  std::vector<float> values;
  for (const auto& row : rows) {
    for (const double each : row) values.push_back(static_cast<float>(each));
  }
  return values;
}

// Values that floats hold exactly, so that both see the same.
Rows random_rows(std::size_t count, std::size_t width, std::minstd_rand& random) {
  std::normal_distribution<double> normal;
  std::vector<double> scales;
  for (std::size_t k = 0; k < width; ++k) scales.push_back(std::pow(0.7, static_cast<double>(k)));
  Rows rows(count, std::vector<double>(width));
  for (auto& row : rows) {
    for (std::size_t k = 0; k < width; ++k) {
      row[k] = static_cast<double>(static_cast<float>(3 + scales[k] * normal(random)));
    }
    for (std::size_t k = 1; k < width; ++k) {
      row[k] = static_cast<double>(static_cast<float>(row[k] + 0.3 * row[k - 1]));
    }
  }
  return rows;
}

TEST(PrincipalPlane, IsThatOfPowerIteration) {
  std::minstd_rand random(1);
  const std::vector<std::pair<std::size_t, std::size_t>> shapes{
      {200, 2}, {50, 3}, {300, 10}, {10, 40}, {400, 90}, {3, 5}, {2, 7}};
  for (const auto& [count, width] : shapes) {
    const Rows rows = random_rows(count, width, random);
    const SlowComponents expected(rows);
    const PrincipalPlane plane = principal_plane(flat(rows), width);
    ASSERT_EQ(plane.points.size(), count);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(plane.explained[axis], expected.explained[axis], 1e-9);
      if (expected.explained[axis] < 1e-9) continue;
      double largest = 0;
      double difference = 0;
      double mirrored = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double slow = expected.points[i][axis];
        largest = std::max(largest, std::abs(slow));
        difference = std::max(difference, std::abs(plane.points[i][axis] - slow));
        mirrored = std::max(mirrored, std::abs(plane.points[i][axis] + slow));
      }
      EXPECT_LT(std::min(difference, mirrored), 1e-6 * largest) << count << " x " << width;
    }
  }
}

TEST(PrincipalPlane, OfPointsThatAreTheSameOrOnALineOrRound) {
  const PrincipalPlane same = principal_plane(flat({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}), 3);
  EXPECT_EQ(same.points.size(), 3U);
  EXPECT_EQ(same.explained[0], 0);
  EXPECT_EQ(same.points[1][0], 0);
  const PrincipalPlane line = principal_plane(flat({{0, 0}, {1, 2}, {2, 4}}), 2);
  EXPECT_NEAR(line.explained[0], 1, 1e-12);
  EXPECT_NEAR(line.explained[1], 0, 1e-12);
  EXPECT_NEAR(line.points[2][0], std::sqrt(5.0), 1e-9);
  const PrincipalPlane single = principal_plane(flat({{0}, {4}}), 1);
  EXPECT_NEAR(single.explained[0], 1, 1e-12);
  EXPECT_NEAR(single.points[1][0], 2, 1e-9);
  EXPECT_TRUE(principal_plane({}, 3).points.empty());
  // Every direction is as good as any other: what is shown is what there is.
  const PrincipalPlane round = principal_plane(
      flat({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}), 3);
  EXPECT_NEAR(round.explained[0], 1.0 / 3, 1e-9);
  EXPECT_NEAR(round.explained[1], 1.0 / 3, 1e-9);
}

Engine engine_with_vectors(std::size_t threads) {
  std::minstd_rand random(2);
  DatasetContents contents{.train = testing::random_facts(300, 40, 3, random)};
  Settings settings;
  for (const char* each : {"learn.rules=none", "learn.epochs=0", "predictor.kind=complex",
                           "predictor.dim=8", "predictor.epochs=3", "predictor.starts=2"}) {
    settings.assign(each);
  }
  return Engine::train(Dataset::make(std::move(contents)), settings,
                       {.seed = 5, .threads = threads});
}

TEST(VectorMap, HasTheEntitiesWithTheMostFacts) {
  const Engine engine = engine_with_vectors(1);
  EXPECT_TRUE(counts_of(engine).vectors);
  const VectorMap map = vector_map(engine, 10);
  EXPECT_EQ(map.entities, engine.entities().size());
  ASSERT_EQ(map.points.size(), 10U);
  std::size_t before = std::numeric_limits<std::size_t>::max();
  double largest = 0;
  for (const VectorMap::Point& point : map.points) {
    const std::size_t facts = entity_in_brief(engine, point.name).facts;
    EXPECT_LE(facts, before);
    before = facts;
    largest = std::max({largest, std::abs(point.x), std::abs(point.y)});
  }
  EXPECT_DOUBLE_EQ(largest, 1);
  std::size_t larger = 0;
  for (const std::string& name : engine.entities()) {
    larger += entity_in_brief(engine, name).facts > before ? 1 : 0;
  }
  EXPECT_LT(larger, 10U);
  EXPECT_GE(map.explained[0], map.explained[1]);
  EXPECT_LE(map.explained[0] + map.explained[1], 1 + 1e-12);
  EXPECT_EQ(vector_map(engine).points.size(), engine.entities().size());
  EXPECT_TRUE(vector_map(engine, 0).points.empty());
  EXPECT_EQ(vector_map(engine, 1).points.at(0).x, 0);

  // They are the plane of those vectors.
  const VectorTable table = engine.entity_vectors();
  std::vector<float> vectors;
  for (const VectorMap::Point& point : map.points) {
    const auto row = std::ranges::find(table.names, point.name) - table.names.begin();
    const auto values =
        table.values.subspan(static_cast<std::size_t>(row) * table.width, table.width);
    vectors.insert(vectors.end(), values.begin(), values.end());
  }
  const PrincipalPlane plane = principal_plane(vectors, table.width);
  EXPECT_EQ(plane.explained, map.explained);
  EXPECT_NEAR(plane.points[3][0] * map.points[4].y, plane.points[4][1] * map.points[3].x, 1e-9);
}

TEST(VectorMap, IsTheSameForAnyNumberOfThreads) {
  const VectorMap one = vector_map(engine_with_vectors(1));
  const VectorMap four = vector_map(engine_with_vectors(4));
  ASSERT_EQ(one.points.size(), four.points.size());
  for (std::size_t i = 0; i < one.points.size(); ++i) {
    EXPECT_EQ(one.points[i].name, four.points[i].name);
    EXPECT_EQ(one.points[i].x, four.points[i].x);
    EXPECT_EQ(one.points[i].y, four.points[i].y);
  }
}

TEST(VectorMap, OfSoftSymbolsAndOfNone) {
  Settings soft;
  soft.assign("learn.epochs=0");
  soft.assign("model.dim=5");
  const DatasetContents contents{.train = {{"a", "r", "b"}, {"b", "r", "c"}}};
  const Engine engine = Engine::train(Dataset::make(contents), soft, {.seed = 0, .threads = 1});
  EXPECT_EQ(vector_map(engine).points.size(), 3U);
  EXPECT_THAT(error_of([&] { vector_map(testing::engine_of(contents)); }),
              HasSubstr("no vectors of entities"));
}

}  // namespace
}  // namespace gntp
