// What kernels share: how a block of threads adds up, always in the same order.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace gntp::cuda {

inline constexpr unsigned kWarp = 32;
inline constexpr unsigned kAllLanes = 0xffffffffU;

inline unsigned blocks_for(std::size_t items, unsigned threads) {
  return static_cast<unsigned>((items + threads - 1) / threads);
}

template <typename Value, typename Combine>
__device__ Value warp_reduce(Value value, Combine combine) {
  for (unsigned apart = kWarp / 2; apart > 0; apart /= 2) {
    value = combine(value, __shfl_down_sync(kAllLanes, value, apart));
  }
  return value;
}

// All threads get the result. Requires: whole warps, and `neutral` changes nothing.
template <typename Value, typename Combine>
__device__ Value block_reduce(Value value, Value neutral, Combine combine) {
  __shared__ Value parts[kWarp];
  __shared__ Value result;
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  value = warp_reduce(value, combine);
  if (lane == 0) parts[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / kWarp ? parts[lane] : neutral;
    value = warp_reduce(value, combine);
    if (lane == 0) result = value;
  }
  __syncthreads();
  return result;
}

template <typename Value>
__device__ Value block_sum(Value value) {
  return block_reduce(value, Value{0}, [](Value a, Value b) { return a + b; });
}

inline __device__ float block_max(float value) {
  return block_reduce(value, -INFINITY, [](float a, float b) { return fmaxf(a, b); });
}

}  // namespace gntp::cuda
