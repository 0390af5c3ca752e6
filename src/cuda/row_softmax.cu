#include "cuda/kernels.h"
#include "cuda/memory.h"
#include "cuda/row_softmax.h"

namespace gntp::cuda {
namespace {

constexpr float kLeastSquare = 1e-12F;  // of a distance
constexpr std::size_t kLongRow = 4096;
constexpr unsigned kThreads = 256;
constexpr unsigned kManyThreads = 1024;

unsigned threads_for(std::size_t columns) {
  return columns >= kLongRow ? kManyThreads : kThreads;
}

__device__ float distance_of(float product, float row_square, float column_square) {
  const float square = row_square + column_square - 2 * product;
  return -sqrtf(square < kLeastSquare ? kLeastSquare : square);  // what is no number stays so
}

// The highest score and the sum of exp(score - highest), of a part of a row.
struct Mass {
  float highest;
  float sum;
};

__device__ Mass join(Mass a, Mass b) {
  const float highest = fmaxf(a.highest, b.highest);
  if (highest == -INFINITY) return {highest, 0};
  return {highest, a.sum * expf(a.highest - highest) + b.sum * expf(b.highest - highest)};
}

__device__ Mass mass_of(const float* row, std::size_t columns) {
  Mass mass{-INFINITY, 0};
  for (std::size_t j = threadIdx.x; j < columns; j += blockDim.x) mass = join(mass, {row[j], 1});
  const float highest = block_max(mass.highest);
  const float part = mass.sum == 0 ? 0 : mass.sum * expf(mass.highest - highest);
  return {highest, block_sum(part)};
}

__global__ void __launch_bounds__(kManyThreads) gradient_of_rows(ScoreRows of) {
  const std::size_t i = blockIdx.x;
  float* row = of.scores + i * of.stride;
  const std::uint32_t first = of.first_answer == nullptr ? i : of.first_answer[i];
  const std::uint32_t end = of.first_answer == nullptr ? i + 1 : of.first_answer[i + 1];
  const bool is_distance = of.row_squares != nullptr;
  if (is_distance) {
    const float square = of.row_squares[i];
    for (std::size_t j = threadIdx.x; j < of.columns; j += blockDim.x) {
      row[j] = distance_of(row[j], square, of.column_squares[j]);
    }
    __syncthreads();
  }
  double lost = 0;
  double all = 0;
  for (std::uint32_t k = first + threadIdx.x; k < end; k += blockDim.x) {
    const float score = row[of.column[k]];
    const double weight = of.weight == nullptr ? 1 : of.weight[k];
    of.own[k] = score;
    lost -= weight * score;
    all += weight;
  }
  if (of.offsets != nullptr) {  // an answer of the question's own stands for itself
    __syncthreads();
    for (std::size_t j = threadIdx.x; j < of.columns; j += blockDim.x) row[j] += of.offsets[j];
    __syncthreads();
    for (std::uint32_t k = first + threadIdx.x; k < end; k += blockDim.x) {
      row[of.column[k]] = of.own[k];
    }
  }
  lost = block_sum(lost);
  all = block_sum(all);
  __syncthreads();
  const Mass mass = mass_of(row, of.columns);
  if (threadIdx.x == 0) {
    of.losses[i] = of.loss_weight * (lost + all * (mass.highest + logf(mass.sum)));
  }
  const float factor = of.each * static_cast<float>(all) / mass.sum;
  float sum = 0;
  for (std::size_t j = threadIdx.x; j < of.columns; j += blockDim.x) {
    float value = factor * expf(row[j] - mass.highest);
    if (is_distance) {
      // What a column stands for is no part of its distance.
      const float distance = of.offsets == nullptr ? row[j] : row[j] - of.offsets[j];
      value = value == 0 ? 0 : value / -distance;
      sum += value;
    }
    row[j] = value;
  }
  __syncthreads();
  for (std::uint32_t k = first + threadIdx.x; k < end; k += blockDim.x) {
    float value = of.each * (of.weight == nullptr ? 1 : of.weight[k]);
    if (is_distance) {
      value /= -of.own[k];
      if (of.offsets != nullptr) {  // the pass before took its offset off, which it never had
        const float share = factor * expf(of.own[k] - mass.highest) / -of.own[k];
        sum += share - row[of.column[k]];
        row[of.column[k]] = share;
      }
      sum -= value;
    }
    row[of.column[k]] -= value;
  }
  if (!is_distance) return;
  sum = block_sum(sum);
  if (threadIdx.x == 0) of.sums[i] = sum;
}

__global__ void squares_of_rows(const float* table, std::size_t width, float* squares) {
  const float* row = table + blockIdx.x * width;
  float sum = 0;
  for (std::size_t i = threadIdx.x; i < width; i += blockDim.x) sum += row[i] * row[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) squares[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(kManyThreads)
    log_softmax_of_rows(float* scores, std::size_t columns, std::size_t stride) {
  float* row = scores + blockIdx.x * stride;
  const Mass mass = mass_of(row, columns);
  const float shift = mass.highest + logf(mass.sum);
  for (std::size_t j = threadIdx.x; j < columns; j += blockDim.x) row[j] -= shift;
}

__global__ void __launch_bounds__(kManyThreads)
    distances_of_rows(float* scores, std::size_t columns, const float* row_squares,
                      const float* column_squares) {
  float* row = scores + blockIdx.x * columns;
  for (std::size_t j = threadIdx.x; j < columns; j += blockDim.x) {
    row[j] = distance_of(row[j], row_squares[blockIdx.x], column_squares[j]);
  }
}

}  // namespace

void softmax_gradient(const ScoreRows& rows, cudaStream_t stream) {
  if (rows.rows == 0) return;
  gradient_of_rows<<<static_cast<unsigned>(rows.rows), threads_for(rows.columns), 0, stream>>>(
      rows);
  check_launch();
}

void find_squares(const float* table, std::size_t rows, std::size_t width, float* squares,
                  cudaStream_t stream) {
  if (rows == 0) return;
  squares_of_rows<<<static_cast<unsigned>(rows), kThreads, 0, stream>>>(table, width, squares);
  check_launch();
}

void log_softmax(float* scores, std::size_t rows, std::size_t columns, std::size_t stride,
                 cudaStream_t stream) {
  if (rows == 0) return;
  log_softmax_of_rows<<<static_cast<unsigned>(rows), threads_for(columns), 0, stream>>>(
      scores, columns, stride);
  check_launch();
}

void products_to_distances(float* scores, std::size_t rows, std::size_t columns,
                           const float* row_squares, const float* column_squares,
                           cudaStream_t stream) {
  if (rows == 0) return;
  distances_of_rows<<<static_cast<unsigned>(rows), threads_for(columns), 0, stream>>>(
      scores, columns, row_squares, column_squares);
  check_launch();
}

}  // namespace gntp::cuda
