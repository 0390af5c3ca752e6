#include "cuda/kernels.h"
#include "cuda/memory.h"
#include "cuda/optimizer.h"

namespace gntp::cuda {
namespace {

constexpr unsigned kThreads = 256;

struct Adagrad {
  static constexpr bool kHasFirst = false;
  float rate;

  __device__ void operator()(float& value, float&, float& second, float gradient) const {
    constexpr float kTiny = 1e-10F;
    second += gradient * gradient;
    value -= rate * gradient / (sqrtf(second) + kTiny);
  }
};

struct Adam {
  static constexpr bool kHasFirst = true;
  float rate;
  float scale;

  __device__ void operator()(float& value, float& first, float& second, float gradient) const {
    constexpr float kFirst = 0.9F;
    constexpr float kSecond = 0.999F;
    constexpr float kEpsilon = 1e-8F;
    first = kFirst * first + (1 - kFirst) * gradient;
    second = kSecond * second + (1 - kSecond) * gradient * gradient;
    value -= rate * first / (sqrtf(second) * scale + kEpsilon);
  }
};

// Four numbers at a time, as memory likes it.
template <typename Step>
__global__ void move_fours(Moved moved, std::size_t fours, Step step) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= fours) return;
  float4 value = reinterpret_cast<const float4*>(moved.values)[i];
  float4 first{};
  if constexpr (Step::kHasFirst) first = reinterpret_cast<const float4*>(moved.first)[i];
  float4 second = reinterpret_cast<const float4*>(moved.second)[i];
  const float4 gradient = reinterpret_cast<const float4*>(moved.gradient)[i];
  step(value.x, first.x, second.x, gradient.x);
  step(value.y, first.y, second.y, gradient.y);
  step(value.z, first.z, second.z, gradient.z);
  step(value.w, first.w, second.w, gradient.w);
  reinterpret_cast<float4*>(moved.values)[i] = value;
  if constexpr (Step::kHasFirst) reinterpret_cast<float4*>(moved.first)[i] = first;
  reinterpret_cast<float4*>(moved.second)[i] = second;
}

template <typename Step>
__device__ void move_one(const Moved& moved, std::size_t to, std::size_t from, const Step& step) {
  float value = moved.values[to];
  float first = 0;
  if constexpr (Step::kHasFirst) first = moved.first[to];
  float second = moved.second[to];
  step(value, first, second, moved.gradient[from]);
  moved.values[to] = value;
  if constexpr (Step::kHasFirst) moved.first[to] = first;
  moved.second[to] = second;
}

template <typename Step>
__global__ void move_rest(Moved moved, std::size_t begin, std::size_t end, Step step) {
  const std::size_t i = begin + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < end) move_one(moved, i, i, step);
}

template <typename Step>
__global__ void move_table_rows(Moved moved, const std::uint32_t* rows, Step step) {
  const std::size_t i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i >= moved.width) return;
  move_one(moved, rows[blockIdx.x] * moved.width + i, blockIdx.x * moved.width + i, step);
}

template <typename Step>
__global__ void move_own_rows(Moved moved, const GntpCudaRow* rows, Step step) {
  const std::size_t i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i >= moved.width) return;
  const std::size_t at = rows[blockIdx.x].row * moved.width + i;
  move_one(moved, at, at, step);
}

// Calls use(step) with the optimizer.
template <typename Use>
void with_step(const Rate& rate, Use use) {
  if (rate.optimizer == kGntpCudaAdam) {
    use(Adam{rate.rate, rate.scale});
  } else {
    use(Adagrad{rate.rate});
  }
  check_launch();
}

dim3 grid_of(std::size_t rows, std::size_t width) {
  return {static_cast<unsigned>(rows), blocks_for(width, kThreads)};
}

}  // namespace

void move_all(const Moved& moved, std::size_t rows, const Rate& rate, cudaStream_t stream) {
  const std::size_t size = rows * moved.width;
  const std::size_t fours = size / 4;
  with_step(rate, [&](auto step) {
    if (fours > 0) {
      move_fours<<<blocks_for(fours, kThreads), kThreads, 0, stream>>>(moved, fours, step);
    }
    if (size % 4 > 0) move_rest<<<1, 4, 0, stream>>>(moved, 4 * fours, size, step);
  });
}

void move_listed(const Moved& moved, const std::uint32_t* table_rows, std::size_t count,
                 const Rate& rate, cudaStream_t stream) {
  if (count == 0) return;
  with_step(rate, [&](auto step) {
    move_table_rows<<<grid_of(count, moved.width), kThreads, 0, stream>>>(moved, table_rows, step);
  });
}

void move_rows(const Moved& moved, const GntpCudaRow* rows, std::size_t count, const Rate& rate,
               cudaStream_t stream) {
  if (count == 0) return;
  with_step(rate, [&](auto step) {
    move_own_rows<<<grid_of(count, moved.width), kThreads, 0, stream>>>(moved, rows, step);
  });
}

}  // namespace gntp::cuda
