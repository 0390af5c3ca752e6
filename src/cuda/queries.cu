#include "cuda/kernels.h"
#include "cuda/memory.h"
#include "cuda/queries.h"

namespace gntp::cuda {
namespace {

constexpr unsigned kThreads = 256;

__global__ void queries_of_rows(Rows rows, const float* entities, const float* steps,
                                const std::uint32_t* entity, const std::uint32_t* step,
                                float* out) {
  const std::uint32_t i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i >= components_of(rows.kind, rows.width)) return;
  const Component known = rows.load(entities, entity[blockIdx.x], i);
  const Component by = rows.load(steps, step[blockIdx.x], i);
  rows.store(out, blockIdx.x, i, query_of(rows.kind, known, by));
}

}  // namespace

void make_queries(const Rows& rows, const float* entities, const float* steps,
                  const std::uint32_t* entity, const std::uint32_t* step, std::size_t count,
                  float* out, cudaStream_t stream) {
  if (count == 0) return;
  const dim3 grid(static_cast<unsigned>(count),
                  blocks_for(components_of(rows.kind, rows.width), kThreads));
  queries_of_rows<<<grid, kThreads, 0, stream>>>(rows, entities, steps, entity, step, out);
  check_launch();
}

}  // namespace gntp::cuda
