// How a predictor's vectors make a score, as predict/interaction.h says it, for the threads of a
// GPU. A vector is a row of `width` numbers; of ComplEx, `width / 2` real parts, then as many
// imaginary ones.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "device/cuda_plugin.h"

namespace gntp::cuda {

// A component of a vector; numbers that are not complex have no imaginary part.
struct Component {
  float real;
  float imaginary;
};

inline __host__ __device__ std::uint32_t components_of(std::uint32_t kind, std::uint32_t width) {
  return kind == kGntpCudaComplEx ? width / 2 : width;
}

inline __host__ __device__ bool is_distance(std::uint32_t kind) {
  return kind == kGntpCudaTransE;
}

// Row by row of a table, for vectors of one kind.
struct Rows {
  std::uint32_t kind;
  std::uint32_t width;

  __device__ Component load(const float* table, std::size_t row, std::uint32_t i) const {
    const float* at = table + row * width;
    return {at[i], kind == kGntpCudaComplEx ? at[width / 2 + i] : 0};
  }
  __device__ void store(float* table, std::size_t row, std::uint32_t i, Component value) const {
    float* at = table + row * width;
    at[i] = value.real;
    if (kind == kGntpCudaComplEx) at[width / 2 + i] = value.imaginary;
  }
};

inline __device__ Component operator+(Component a, Component b) {
  return {a.real + b.real, a.imaginary + b.imaginary};
}
inline __device__ Component operator-(Component a, Component b) {
  return {a.real - b.real, a.imaginary - b.imaginary};
}
inline __device__ Component operator*(float a, Component b) {
  return {a * b.real, a * b.imaginary};
}
inline __device__ Component operator*(Component a, Component b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
inline __device__ Component conjugate(Component a) {
  return {a.real, -a.imaginary};
}

// q of an entity and a step.
inline __device__ Component query_of(std::uint32_t kind, Component entity, Component step) {
  return kind == kGntpCudaTransE ? entity + step : entity * step;
}
// z of an entity and an answer: what their steps are compared with.
inline __device__ Component step_query_of(std::uint32_t kind, Component entity, Component answer) {
  return kind == kGntpCudaTransE ? answer - entity : conjugate(entity) * answer;
}

struct ByParts {
  Component first;
  Component second;
};

// The gradients of a query's entity and step.
inline __device__ ByParts pass_back_query(std::uint32_t kind, Component by_query, Component entity,
                                          Component step) {
  if (kind == kGntpCudaTransE) return {by_query, by_query};
  return {by_query * conjugate(step), by_query * conjugate(entity)};
}
// Those of a step query's entity and answer.
inline __device__ ByParts pass_back_step_query(std::uint32_t kind, Component by_query,
                                               Component entity, Component answer) {
  if (kind == kGntpCudaTransE) return {-1.0F * by_query, by_query};
  return {conjugate(by_query) * answer, by_query * entity};
}

}  // namespace gntp::cuda
