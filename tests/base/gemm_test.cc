#include "base/gemm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/random.h"

namespace gntp {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Matrix matrix(rows, columns);
  Random random(seed);
  for (float& value : matrix.values()) value = static_cast<float>(2 * random.uniform() - 1);
  return matrix;
}

TEST(Gemm, IsTheSumOfProducts) {
  constexpr std::size_t kRows = 37;
  constexpr std::size_t kInner = 53;
  constexpr std::size_t kColumns = 29;
  for (const Taken take_a : {Taken::kAsIs, Taken::kTransposed}) {
    for (const Taken take_b : {Taken::kAsIs, Taken::kTransposed}) {
      const bool turn_a = take_a == Taken::kTransposed;
      const bool turn_b = take_b == Taken::kTransposed;
      const Matrix a = random_matrix(turn_a ? kInner : kRows, turn_a ? kRows : kInner, 1);
      const Matrix b = random_matrix(turn_b ? kColumns : kInner, turn_b ? kInner : kColumns, 2);
      Matrix out(kRows + 2, kColumns);
      multiply(rows_of(a, 0, a.rows()), take_a, rows_of(b, 0, b.rows()), take_b,
               rows_of(out, 1, kRows));
      for (std::size_t i = 0; i < kRows; ++i) {
        for (std::size_t j = 0; j < kColumns; ++j) {
          double sum = 0;
          for (std::size_t k = 0; k < kInner; ++k) {
            sum += double{turn_a ? a(k, i) : a(i, k)} * (turn_b ? b(j, k) : b(k, j));
          }
          ASSERT_NEAR(out(i + 1, j), sum, 1e-4);
        }
      }
      EXPECT_EQ(out(0, 0), 0);  // the rows around it are left alone
      EXPECT_EQ(out(kRows + 1, 0), 0);
    }
  }
}

// Equal rows among others: what each gets is the same to the last bit, and right.
TEST(Gemm, EachRowIsTheSameWhereverItStands) {
  for (const std::size_t rows : {64, 32, 16, 8, 4, 1}) {
    for (const std::size_t columns : {1, 10, 135, 700}) {
      for (const std::size_t inner : {1, 37, 400}) {
        const Matrix b = random_matrix(columns, inner, 1);
        Matrix a = random_matrix(rows, inner, 2);
        for (std::size_t i = 2; i < rows; i += 3) std::ranges::copy(a.row(0), a.row(i).begin());
        Matrix out(rows, columns);
        multiply_each(rows_of(std::as_const(a), 0, rows), rows_of(b, 0, columns),
                      rows_of(out, 0, rows));
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < columns; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < inner; ++k) sum += double{a(i, k)} * b(j, k);
            ASSERT_NEAR(out(i, j), sum, 1e-4);
          }
          if (i % 3 == 2) {
            ASSERT_TRUE(std::ranges::equal(out.row(i), out.row(0))) << i << " of " << rows;
          }
        }
      }
    }
  }
}

// OpenBLAS for a single thread got one product in twenty wrong where two threads asked.
TEST(Gemm, IsRightOnSeveralThreadsAtOnce) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kTimes = 400;
  std::vector<Matrix> left;
  std::vector<Matrix> right;
  std::vector<Matrix> expected;
  for (std::size_t i = 0; i < kThreads; ++i) {
    left.push_back(random_matrix(64, 200, 2 * i));
    right.push_back(random_matrix(135, 200, 2 * i + 1));
    expected.emplace_back(64, 135);
    multiply(rows_of(std::as_const(left[i]), 0, 64), Taken::kAsIs,
             rows_of(std::as_const(right[i]), 0, 135), Taken::kTransposed,
             rows_of(expected[i], 0, 64));
  }
  std::vector<std::size_t> wrong(kThreads);
  ThreadPool threads(kThreads);
  threads.for_each(kThreads, [&](std::size_t i, std::size_t) {
    Matrix out(64, 135);
    for (std::size_t time = 0; time < kTimes; ++time) {
      multiply(rows_of(std::as_const(left[i]), 0, 64), Taken::kAsIs,
               rows_of(std::as_const(right[i]), 0, 135), Taken::kTransposed, rows_of(out, 0, 64));
      wrong[i] += std::ranges::equal(out.values(), expected[i].values()) ? 0 : 1;
    }
  });
  EXPECT_EQ(wrong, std::vector<std::size_t>(kThreads));
}

}  // namespace
}  // namespace gntp
