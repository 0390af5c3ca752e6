// Vectors of a trained link predictor on a GPU, which answers questions with them. Products are
// those of full numbers, and always have the same number of rows: a question's scores are the same
// to the last bit whatever it is asked together with.
#pragma once

#include <cstdint>

#include "cuda/memory.h"
#include "device/cuda_plugin.h"

namespace gntp::cuda {

class Table {
 public:
  Table(std::uint32_t device, std::uint32_t kind, std::uint64_t entities, std::uint64_t steps,
        std::uint64_t width, const float* entity_rows, const float* step_rows);

  std::uint32_t device() const { return device_; }

  void find_scores(std::uint64_t questions, const std::uint32_t* entity, const std::uint32_t* step,
                   bool as_shares, float* scores, std::uint64_t stride);
  void find_ranks(const GntpCudaRanking& ranking);

 private:
  void compare(std::uint64_t questions, const std::uint32_t* entity, const std::uint32_t* step);

  std::uint32_t device_;
  std::uint32_t kind_;
  std::uint64_t entities_;
  std::uint64_t width_;
  Stream stream_;
  Products products_;
  DeviceArray<float> entity_rows_;
  DeviceArray<float> step_rows_;
  DeviceArray<float> squares_;  // by entity, for distances
  std::size_t rows_ = 0;        // questions at a time
  DeviceArray<std::uint32_t> asked_;
  DeviceArray<float> queries_;  // (rows, width)
  DeviceArray<float> query_squares_;
  DeviceArray<float> scores_;  // (rows, entities)
};

}  // namespace gntp::cuda
