#include "predict/compare_rows.h"

#include <numeric>
#include <vector>

#include "predict/row_kernels.h"

namespace gntp {
namespace {

template <typename Value>
std::span<Value> row_of(const Block<Value>& block, std::size_t row) {
  return {block.values + row * block.stride, block.columns};
}

// Makes scores of products.
void score(PredictorKind kind, const Block<const float>& queries,
           std::span<const float> row_squares, const Block<float>& out) {
  if (!is_distance(kind)) return;
  for (std::size_t i = 0; i < out.rows; ++i) {
    products_to_distances(row_of(out, i), square_of(row_of(queries, i)), row_squares);
  }
}

}  // namespace

float square_of(std::span<const float> row) {
  return std::inner_product(row.begin(), row.end(), row.begin(), 0.0F);
}

void compare_rows(PredictorKind kind, const Block<const float>& queries,
                  const Block<const float>& rows, std::span<const float> row_squares,
                  const Block<float>& out) {
  multiply(queries, Taken::kAsIs, rows, Taken::kTransposed, out);
  score(kind, queries, row_squares, out);
}

void compare_each(PredictorKind kind, const Block<const float>& queries,
                  const Block<const float>& rows, std::span<const float> row_squares,
                  const Block<float>& out) {
  multiply_each(queries, rows, out);
  score(kind, queries, row_squares, out);
}

void pass_to_queries(PredictorKind kind, const Block<const float>& gradient,
                     std::span<const float> sums, const Block<const float>& rows,
                     const Block<const float>& queries, const Block<float>& out) {
  multiply(gradient, Taken::kAsIs, rows, Taken::kAsIs, out);
  if (!is_distance(kind)) return;
  for (std::size_t i = 0; i < out.rows; ++i) {
    const std::span<const float> query = row_of(queries, i);
    const std::span<float> own = row_of(out, i);
    for (std::size_t k = 0; k < own.size(); ++k) own[k] -= sums[i] * query[k];
  }
}

void pass_to_rows(PredictorKind kind, const Block<const float>& gradient,
                  const Block<const float>& queries, const Block<const float>& rows,
                  const Block<float>& out) {
  multiply(gradient, Taken::kTransposed, queries, Taken::kAsIs, out);
  if (!is_distance(kind)) return;
  std::vector<float> sums(gradient.columns);
  for (std::size_t i = 0; i < gradient.rows; ++i) {
    const std::span<const float> own = row_of(gradient, i);
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += own[j];
  }
  for (std::size_t j = 0; j < out.rows; ++j) {
    const std::span<const float> row = row_of(rows, j);
    const std::span<float> own = row_of(out, j);
    for (std::size_t k = 0; k < own.size(); ++k) own[k] -= sums[j] * row[k];
  }
}

}  // namespace gntp
