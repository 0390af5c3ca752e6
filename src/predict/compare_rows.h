// Scores of queries with the rows of a table, block by block, and the gradient of a loss with
// respect to both, given that with respect to the scores.
//
// Where scores are distances (TransE), the gradient W_ij of score ij has been divided by the
// distance (by_distance in row_kernels.h), so that it is a factor on q_i - x_j.
#pragma once

#include <span>

#include "base/gemm.h"
#include "predict/interaction.h"

namespace gntp {

float square_of(std::span<const float> row);

// out_ij = score of query i with row j. `row_squares` are read for distances only.
void compare_rows(PredictorKind kind, const Block<const float>& queries,
                  const Block<const float>& rows, std::span<const float> row_squares,
                  const Block<float>& out);

// The same, where what a query gets does not depend on its place among the others, of which there
// are always as many (multiply_each).
void compare_each(PredictorKind kind, const Block<const float>& queries,
                  const Block<const float>& rows, std::span<const float> row_squares,
                  const Block<float>& out);

// out = W X, and for distances - (sum_j W_ij) q_i. `sums` has these sums. The columns of X, of the
// queries and of `out` may be some of all.
void pass_to_queries(PredictorKind kind, const Block<const float>& gradient,
                     std::span<const float> sums, const Block<const float>& rows,
                     const Block<const float>& queries, const Block<float>& out);

// out = W^T Q, and for distances - (sum_i W_ij) x_j.
void pass_to_rows(PredictorKind kind, const Block<const float>& gradient,
                  const Block<const float>& queries, const Block<const float>& rows,
                  const Block<float>& out);

}  // namespace gntp
