// A batch of questions on the GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/memory.h"
#include "cuda/optimizer.h"
#include "device/cuda_plugin.h"

namespace gntp::cuda {

// The arrays of a GntpCudaBatch, there.
struct Batch {
  std::size_t questions;
  std::size_t examples;
  std::size_t columns;
  const std::uint32_t* entity;
  const std::uint32_t* step;
  const std::uint32_t* first_example;
  const std::uint32_t* question;
  const std::uint32_t* answer;
  const std::uint32_t* column;
  const float* weight;
  const std::uint32_t* column_entity;
  const float* column_offset;
  std::size_t entity_rows;
  const GntpCudaRow* entity_row;
  const GntpCudaPart* entity_part;
  std::size_t step_rows;
  const GntpCudaRow* step_row;
  const GntpCudaPart* step_part;
  std::uint32_t* asked_step;  // by example; scratch
  Rate rate;
};

// Where a batch is until its step is over.
struct BatchMemory {
  PinnedBytes bytes;
  DeviceArray<std::byte> on_device;
};

// All arrays in one piece, by one copy, on its way when this returns.
Batch upload(const GntpCudaBatch& batch, const GntpCudaTraining& training, BatchMemory& memory,
             cudaStream_t stream);

}  // namespace gntp::cuda
