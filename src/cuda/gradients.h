// Gradients of vectors, from those of queries and from what rows get besides.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/batch.h"
#include "cuda/interaction.h"

namespace gntp::cuda {

// Row i of `out` becomes row rows[i] of the table.
void gather_rows(const float* table, const std::uint32_t* rows, std::size_t count,
                 std::size_t width, float* out, cudaStream_t stream);

// Step queries, by example: what the steps are compared with; and the steps that are asked for.
void make_step_queries(const Rows& rows, const Batch& batch, const float* entities, float* out,
                       cudaStream_t stream);
void list_asked_steps(const Batch& batch, cudaStream_t stream);

// Replaces step queries by the gradients of the known entities, and their own gradients by those of
// the answers. `sums` are for distances, else null.
void pass_back_step_queries(const Rows& rows, const Batch& batch, const float* entities,
                            const float* sums, float* queries, float* by_query,
                            cudaStream_t stream);

// The gradients of each question's entity, with those that its examples have for it (null: none),
// and of its step. `sums` are for distances, else null.
struct ByQueries {
  const float* sums;
  const float* queries;
  const float* by_query;
  const float* by_known;
  float* by_entity;
  float* by_step;
};
void pass_back_queries(const Rows& rows, const Batch& batch, const float* entities,
                       const float* steps, const ByQueries& by, cudaStream_t stream);

// Scores (rows, stride) of distances: takes from the gradient of each column's row that row, times
// the column's sum. `sums`: by column, scratch.
void subtract_columns(const float* scores, std::size_t rows, std::size_t columns,
                      std::size_t stride, const float* table, std::size_t width, float* sums,
                      float* gradient, cudaStream_t stream);

// Adds to the gradients of rows what their parts have for them, and the penalty.
struct PartsOfRows {
  std::size_t count;
  const GntpCudaRow* rows;
  const GntpCudaPart* parts;
  const float* of_questions;
  const float* of_examples;            // null: examples add nothing
  const float* values;                 // the table that the penalty is about
  const std::uint32_t* entity_of_row;  // null: each row is its own
  std::uint32_t kind;
  std::uint32_t penalty;
  std::uint32_t width;
  bool is_fresh;  // the gradient has nothing yet
};
void add_parts(const PartsOfRows& of, float* gradient, cudaStream_t stream);

// The sum, in a fixed order.
void sum_losses(const double* losses, std::size_t count, double* sum, cudaStream_t stream);

}  // namespace gntp::cuda
