// Scores become the gradient of a softmax loss, row by row.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace gntp::cuda {

// Rows of scores, each of a question that has some answers among the columns.
struct ScoreRows {
  float* scores;  // (rows, stride); products, then the gradient
  std::size_t rows;
  std::size_t columns;
  std::size_t stride;    // from row to row
  const float* offsets;  // by column, added to scores of those that are no answers; null: none
  // Of distances: the squares of what was multiplied, else null.
  const float* row_squares;
  const float* column_squares;
  // The answers of each row; null: row i has the one answer `column[i]`, of weight weight[i].
  const std::uint32_t* first_answer;
  const std::uint32_t* column;  // by answer
  const float* weight;          // by answer; null: all 1
  float* own;                   // by answer; scratch
  float each;                   // what the loss is multiplied by in the gradient
  double loss_weight;           // and in `losses`
  double* losses;               // by row
  float* sums;                  // by row: of the gradient; for distances only
};

// Replaces scores by the gradient of each * (sum over answers of weight * -log softmax). Where they
// are distances, by that divided by the distance, as predict/compare_rows.h wants it.
void softmax_gradient(const ScoreRows& rows, cudaStream_t stream);

// squares[i] of row i.
void find_squares(const float* table, std::size_t rows, std::size_t width, float* squares,
                  cudaStream_t stream);

// scores = logarithms of their softmax, row by row, `stride` apart.
void log_softmax(float* scores, std::size_t rows, std::size_t columns, std::size_t stride,
                 cudaStream_t stream);

// Products of rows become -distances.
void products_to_distances(float* scores, std::size_t rows, std::size_t columns,
                           const float* row_squares, const float* column_squares,
                           cudaStream_t stream);

}  // namespace gntp::cuda
