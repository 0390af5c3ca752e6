// Vectors of many questions at once.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/interaction.h"

namespace gntp::cuda {

// Row i of `out` becomes the query of entity[i] and step[i].
void make_queries(const Rows& rows, const float* entities, const float* steps,
                  const std::uint32_t* entity, const std::uint32_t* step, std::size_t count,
                  float* out, cudaStream_t stream);

}  // namespace gntp::cuda
