#include "cuda/gradients.h"

#include "cuda/kernels.h"
#include "cuda/memory.h"

namespace gntp::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kPartsAtOnce = 64;

// A grid with a row of threads for each row of a matrix.
dim3 grid_of(std::size_t rows, std::size_t across) {
  return {static_cast<unsigned>(rows), blocks_for(across, kThreads)};
}

__device__ std::uint32_t place_across() {
  return blockIdx.y * blockDim.x + threadIdx.x;
}

__global__ void gather_table_rows(const float* table, const std::uint32_t* rows, std::size_t width,
                                  float* out) {
  const std::uint32_t i = place_across();
  if (i < width) out[blockIdx.x * width + i] = table[rows[blockIdx.x] * width + i];
}

__global__ void step_queries_of_rows(Rows rows, const float* entities, const std::uint32_t* entity,
                                     const std::uint32_t* question, const std::uint32_t* answer,
                                     float* out) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const Component known = rows.load(entities, entity[question[blockIdx.x]], i);
  const Component to = rows.load(entities, answer[blockIdx.x], i);
  rows.store(out, blockIdx.x, i, step_query_of(rows.kind, known, to));
}

__global__ void asked_steps(const std::uint32_t* step, const std::uint32_t* question,
                            std::size_t examples, std::uint32_t* asked) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < examples) asked[k] = step[question[k]];
}

__global__ void back_from_step_queries(Rows rows, const float* entities,
                                       const std::uint32_t* entity, const std::uint32_t* question,
                                       const std::uint32_t* answer, const float* sums,
                                       float* queries, float* by_query) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const std::size_t k = blockIdx.x;
  Component by = rows.load(by_query, k, i);
  if (sums != nullptr) by = by - sums[k] * rows.load(queries, k, i);
  const ByParts parts =
      pass_back_step_query(rows.kind, by, rows.load(entities, entity[question[k]], i),
                           rows.load(entities, answer[k], i));
  rows.store(queries, k, i, parts.first);
  rows.store(by_query, k, i, parts.second);
}

__global__ void back_from_queries(Rows rows, const float* entities, const float* steps,
                                  const std::uint32_t* entity, const std::uint32_t* step,
                                  const std::uint32_t* first_example, ByQueries of) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const std::size_t q = blockIdx.x;
  Component by = rows.load(of.by_query, q, i);
  if (of.sums != nullptr) by = by - of.sums[q] * rows.load(of.queries, q, i);
  ByParts parts = pass_back_query(rows.kind, by, rows.load(entities, entity[q], i),
                                  rows.load(steps, step[q], i));
  if (of.by_known != nullptr) {
    const std::uint32_t end = first_example[q + 1];
#pragma unroll 8
    for (std::uint32_t k = first_example[q]; k < end; ++k) {
      parts.first = parts.first + rows.load(of.by_known, k, i);
    }
  }
  rows.store(of.by_entity, q, i, parts.first);
  rows.store(of.by_step, q, i, parts.second);
}

__global__ void sum_columns(const float* values, std::size_t rows, std::size_t columns,
                            std::size_t stride, float* sums) {
  const std::size_t j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  float sum = 0;
  for (std::size_t i = 0; i < rows; ++i) sum += values[i * stride + j];
  sums[j] = sum;
}

// gradient_j -= sums_j * row j
__global__ void subtract_rows(const float* sums, const float* rows, std::size_t width,
                              float* gradient) {
  const std::uint32_t i = place_across();
  if (i >= width) return;
  const std::size_t at = blockIdx.x * width + i;
  gradient[at] -= sums[blockIdx.x] * rows[at];
}

__global__ void add_parts_of_rows(PartsOfRows of, float* gradient) {
  __shared__ const float* sources[kPartsAtOnce];
  const GntpCudaRow row = of.rows[blockIdx.x];
  const std::uint32_t end = of.rows[blockIdx.x + 1].first;
  const std::uint32_t i = place_across();
  float* at = gradient + std::size_t{row.row} * of.width;
  float sum = of.is_fresh || i >= of.width ? 0 : at[i];
  for (std::uint32_t first = row.first; first < end; first += kPartsAtOnce) {
    const std::uint32_t count = min(kPartsAtOnce, end - first);
    __syncthreads();
    if (threadIdx.x < count) {
      const GntpCudaPart part = of.parts[first + threadIdx.x];
      const float* from = part.is_example != 0 ? of.of_examples : of.of_questions;
      sources[threadIdx.x] = from == nullptr ? nullptr : from + std::size_t{part.source} * of.width;
    }
    __syncthreads();
    if (i >= of.width) continue;
#pragma unroll 8
    for (std::uint32_t k = 0; k < count; ++k) {
      if (sources[k] != nullptr) sum += sources[k][i];
    }
  }
  if (i >= of.width) return;
  const std::size_t table_row = of.entity_of_row == nullptr ? row.row : of.entity_of_row[row.row];
  const float* values = of.values + table_row * of.width;
  if (of.penalty == kGntpCudaL2) {
    sum += 2 * row.penalty * values[i];
  } else {
    float size = fabsf(values[i]);
    if (of.kind == kGntpCudaComplEx) {
      const std::uint32_t half = of.width / 2;
      const float other = values[i < half ? i + half : i - half];
      size = sqrtf(values[i] * values[i] + other * other);
    }
    sum += 3 * row.penalty * size * values[i];
  }
  at[i] = sum;
}

__global__ void sum_all(const double* losses, std::size_t count, double* sum) {
  double own = 0;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) own += losses[i];
  own = block_sum(own);
  if (threadIdx.x == 0) *sum = own;
}

}  // namespace

void gather_rows(const float* table, const std::uint32_t* rows, std::size_t count,
                 std::size_t width, float* out, cudaStream_t stream) {
  if (count == 0) return;
  gather_table_rows<<<grid_of(count, width), kThreads, 0, stream>>>(table, rows, width, out);
  check_launch();
}

void make_step_queries(const Rows& rows, const Batch& batch, const float* entities, float* out,
                       cudaStream_t stream) {
  if (batch.examples == 0) return;
  step_queries_of_rows<<<grid_of(batch.examples, components_of(rows.kind, rows.width)), kThreads, 0,
                         stream>>>(rows, entities, batch.entity, batch.question, batch.answer, out);
  check_launch();
}

void list_asked_steps(const Batch& batch, cudaStream_t stream) {
  if (batch.examples == 0) return;
  asked_steps<<<blocks_for(batch.examples, kThreads), kThreads, 0, stream>>>(
      batch.step, batch.question, batch.examples, batch.asked_step);
  check_launch();
}

void pass_back_step_queries(const Rows& rows, const Batch& batch, const float* entities,
                            const float* sums, float* queries, float* by_query,
                            cudaStream_t stream) {
  if (batch.examples == 0) return;
  back_from_step_queries<<<grid_of(batch.examples, components_of(rows.kind, rows.width)), kThreads,
                           0, stream>>>(rows, entities, batch.entity, batch.question, batch.answer,
                                        sums, queries, by_query);
  check_launch();
}

void pass_back_queries(const Rows& rows, const Batch& batch, const float* entities,
                       const float* steps, const ByQueries& by, cudaStream_t stream) {
  if (batch.questions == 0) return;
  back_from_queries<<<grid_of(batch.questions, components_of(rows.kind, rows.width)), kThreads, 0,
                      stream>>>(rows, entities, steps, batch.entity, batch.step,
                                batch.first_example, by);
  check_launch();
}

void subtract_columns(const float* scores, std::size_t rows, std::size_t columns,
                      std::size_t stride, const float* table, std::size_t width, float* sums,
                      float* gradient, cudaStream_t stream) {
  if (columns == 0) return;
  sum_columns<<<blocks_for(columns, kThreads), kThreads, 0, stream>>>(scores, rows, columns, stride,
                                                                      sums);
  subtract_rows<<<grid_of(columns, width), kThreads, 0, stream>>>(sums, table, width, gradient);
  check_launch();
}

void add_parts(const PartsOfRows& of, float* gradient, cudaStream_t stream) {
  if (of.count == 0) return;
  add_parts_of_rows<<<grid_of(of.count, of.width), kThreads, 0, stream>>>(of, gradient);
  check_launch();
}

void sum_losses(const double* losses, std::size_t count, double* sum, cudaStream_t stream) {
  sum_all<<<1, kThreads, 0, stream>>>(losses, count, sum);
  check_launch();
}

}  // namespace gntp::cuda
