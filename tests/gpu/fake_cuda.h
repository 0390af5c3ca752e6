// A plug-in for GPUs (device/cuda_plugin.h) that computes on this machine's processor, so that what
// uses one can be tested where there is none. It has tables of rows alone. Its sums are as wrong as
// a GPU's may be, always to the disadvantage of a pair; it answers few queries at a time, and fails
// when it is told to.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "device/cuda_plugin.h"
#include "device/device.h"

namespace gntp::testing {

// What the fake does; of the whole process, as a library's state is.
struct FakeCuda {
  std::uint64_t most_queries = 5;  // that one call answers
  int result = kGntpCudaDone;      // of calls from now on
  std::function<void()> before_find = [] {};
  std::uint64_t finds = 0;   // calls of find_near so far
  std::uint64_t writes = 0;  // and of write_rows
  std::uint64_t opened = 0;  // tables that are open
};

inline FakeCuda& fake_cuda() {
  static FakeCuda fake;
  return fake;
}

struct FakeRows {
  std::uint64_t count;
  std::uint64_t width;
  std::vector<float> values;

  std::span<const float> row(std::uint64_t number) const {
    return std::span(values).subspan(number * width, width);
  }
};

inline float fake_square(std::span<const float> x) {
  double sum = 0;
  for (const float value : x) sum += double{value} * value;
  return static_cast<float>(sum);
}

// As is_near of cuda/near_rows.cu, but 2 x.y is too small by all that rounding may take from it.
inline bool is_near_by_fake(std::span<const float> x, std::span<const float> y,
                            const GntpCudaNearness& asked) {
  float product = 0;
  for (std::size_t i = x.size(); i > 0; --i) product += x[i - 1] * y[i - 1];
  const float squares = fake_square(x) + fake_square(y);
  const auto unit = static_cast<double>(std::numeric_limits<float>::epsilon()) / 2;
  const double lost = unit * static_cast<double>(x.size()) * squares;
  const auto twice = static_cast<float>(2.0 * product - lost);
  return twice + asked.limit >= (1 - asked.slack) * squares;
}

inline int fake_open_rows(std::uint32_t /*device*/, std::uint64_t rows, std::uint64_t width,
                          const float* values, void** opened) {
  if (fake_cuda().result != kGntpCudaDone) return fake_cuda().result;
  *opened = new FakeRows{rows, width, {values, values + rows * width}};
  ++fake_cuda().opened;
  return kGntpCudaDone;
}

inline int fake_write_rows(void* rows, std::uint64_t count, const std::uint32_t* row,
                           const float* values) {
  if (fake_cuda().result != kGntpCudaDone) return fake_cuda().result;
  ++fake_cuda().writes;
  FakeRows& table = *static_cast<FakeRows*>(rows);
  if (row == nullptr) {
    table.values.assign(values, values + table.count * table.width);
    return kGntpCudaDone;
  }
  for (std::uint64_t i = 0; i < count * table.width; ++i) {
    table.values[row[i / table.width] * table.width + i % table.width] = values[i];
  }
  return kGntpCudaDone;
}

inline int fake_find_near(void* rows, const GntpCudaNearness* asked, std::uint64_t* answered) {
  FakeCuda& fake = fake_cuda();
  ++fake.finds;
  fake.before_find();
  if (fake.result != kGntpCudaDone) return fake.result;
  const FakeRows& table = *static_cast<const FakeRows*>(rows);
  EXPECT_GE(asked->room, table.count);
  std::uint64_t end = 0;
  for (*answered = 0; *answered < std::min(asked->queries, fake.most_queries); ++*answered) {
    const std::span<const float> x = table.row(asked->query[*answered]);
    std::vector<std::uint32_t> near;
    for (std::uint64_t y = asked->from; y < table.count; ++y) {
      if (is_near_by_fake(x, table.row(y), *asked)) near.push_back(static_cast<std::uint32_t>(y));
    }
    if (end + near.size() > asked->room) break;
    std::ranges::copy(near, asked->near + end);
    end += near.size();
    asked->end[*answered] = end;
  }
  return kGntpCudaDone;
}

inline void fake_close_rows(void* rows) {
  --fake_cuda().opened;
  delete static_cast<FakeRows*>(rows);
}

inline int fake_describe(std::uint32_t /*device*/, GntpCudaDevice* description) {
  *description = {"fake", "0.0", std::uint64_t{8} << 30U, std::uint64_t{1} << 30U, ""};
  return kGntpCudaDone;
}

inline const GntpCudaPlugin& fake_plugin() {
  static const GntpCudaPlugin kPlugin = [] {
    GntpCudaPlugin plugin{};
    plugin.version = kGntpCudaVersion;
    plugin.last_error = [] { return "the fake was told to fail"; };
    plugin.describe = fake_describe;
    plugin.open_rows = fake_open_rows;
    plugin.write_rows = fake_write_rows;
    plugin.find_near = fake_find_near;
    plugin.close_rows = fake_close_rows;
    return plugin;
  }();
  return kPlugin;
}

// A fake as it is at first, until the end of a test.
class FakeGpu {
 public:
  FakeGpu() { fake_cuda() = {}; }
  FakeGpu(const FakeGpu&) = delete;
  FakeGpu& operator=(const FakeGpu&) = delete;
  // Whatever was opened must be closed by then.
  ~FakeGpu() {
    EXPECT_EQ(fake_cuda().opened, 0U);
    fake_cuda() = {};
  }

  const Gpu& gpu() const { return gpu_; }

 private:
  Gpu gpu_{fake_plugin(), 0};
};

}  // namespace gntp::testing
