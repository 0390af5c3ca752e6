#include "model/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

Matrix random_rows(std::size_t rows, std::size_t columns, Random& random) {
  Matrix matrix(rows, columns);
  for (float& value : matrix.values()) value = static_cast<float>(2 * random.uniform() - 1);
  return matrix;
}

// Every length, so that full vectors of any width and their remainders occur.
TEST(Kernel, IsTheEuclideanDistance) {
  Random random(1);
  for (std::size_t dim = 0; dim <= 70; ++dim) {
    const Matrix rows = random_rows(2, dim, random);
    double sum = 0;
    for (std::size_t i = 0; i < dim; ++i) sum += std::pow(double{rows(0, i)} - rows(1, i), 2);
    const float computed = distance(rows.row(0), rows.row(1));
    EXPECT_NEAR(computed, std::sqrt(sum), 1e-6 * (1 + std::sqrt(sum))) << dim;
    EXPECT_EQ(computed, distance(rows.row(1), rows.row(0))) << dim;
    EXPECT_EQ(distance(rows.row(0), rows.row(0)), 0) << dim;
  }
}

TEST(Kernel, EqualVectorsAreAtZeroWhereverTheyLie) {
  Random random(2);
  Matrix rows = random_rows(9, 37, random);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    std::ranges::copy(rows.row(0), rows.row(row).begin());
    EXPECT_EQ(distance(rows.row(0), rows.row(row)), 0);
  }
}

TEST(Kernel, ManyDistancesAreTheSingleOnes) {
  Random random(3);
  for (const std::size_t dim : {1U, 7U, 16U, 33U}) {
    const Matrix rows = random_rows(20, dim, random);
    std::vector<float> out(20, -1);
    distances(rows.row(4), rows, 0, 20, out);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(out[i], distance(rows.row(4), rows.row(i)));
    std::vector<float> part(3, -1);
    distances(rows.row(4), rows, 11, 13, part);
    EXPECT_EQ(part[0], out[11]);
    EXPECT_EQ(part[1], out[12]);
    EXPECT_EQ(part[2], -1);
  }
}

TEST(Kernel, ScoreAndDistanceAreInverse) {
  for (const double slope : {0.5, 1.0, 3.0}) {
    for (const double distance : {0.0, 0.1, 2.0, 20.0}) {
      EXPECT_NEAR(distance_of(score_of(distance, slope), slope), distance, 1e-12);
    }
  }
  EXPECT_EQ(score_of(0, 2), 1);
  EXPECT_EQ(distance_of(0, 1), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace gntp
