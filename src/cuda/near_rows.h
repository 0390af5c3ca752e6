// Which rows of a table may be near others (find_near in device/cuda_plugin.h): a matrix product of
// full numbers, block by block, then the places of those scores that are high enough. They are
// counted first and written second, so that they come in order.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/memory.h"
#include "device/cuda_plugin.h"

namespace gntp::cuda {

class NearRows {
 public:
  NearRows(std::uint32_t device, std::uint64_t rows, std::uint64_t width, const float* values);

  std::uint32_t device() const { return device_; }

  void write(std::uint64_t count, const std::uint32_t* row, const float* values);
  // How many of the queries are answered.
  std::uint64_t find(const GntpCudaNearness& asked);

 private:
  std::uint64_t make_room(std::uint64_t queries, std::uint64_t columns);
  std::uint64_t add_up(const GntpCudaNearness& asked, std::uint64_t queries, std::uint64_t pieces);

  std::uint32_t device_;
  std::uint64_t rows_;
  std::uint64_t width_;
  Stream stream_;
  Products products_;
  DeviceArray<float> values_;   // (rows, width)
  DeviceArray<float> squares_;  // by row
  // Rows that are written, or asked about.
  DeviceArray<std::uint32_t> some_;
  DeviceArray<float> some_values_;     // (some, width)
  DeviceArray<float> scores_;          // (queries, columns), as many as there ever was room for
  DeviceArray<std::uint32_t> counts_;  // (queries, pieces), then where each begins
  std::vector<std::uint32_t> host_counts_;
  DeviceArray<std::uint32_t> near_;
};

}  // namespace gntp::cuda
