// A step against the gradient, as predict/row_kernels.h defines it, for rows of a table on the GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "device/cuda_plugin.h"

namespace gntp::cuda {

struct Rate {
  std::uint32_t optimizer;
  float rate;
  float scale;
};

struct Moved {
  float* values;
  float* first;  // of Adam
  float* second;
  const float* gradient;
  std::size_t width;
};

// All rows; row i of the gradient is that of row i.
void move_all(const Moved& moved, std::size_t rows, const Rate& rate, cudaStream_t stream);
// Row i of the gradient is that of row table_rows[i].
void move_listed(const Moved& moved, const std::uint32_t* table_rows, std::size_t count,
                 const Rate& rate, cudaStream_t stream);
// Some rows, each with its own of the gradient.
void move_rows(const Moved& moved, const GntpCudaRow* rows, std::size_t count, const Rate& rate,
               cudaStream_t stream);

}  // namespace gntp::cuda
