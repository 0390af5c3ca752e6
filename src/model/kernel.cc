#include "model/kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernel.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gntp::HWY_NAMESPACE {  // one copy for each instruction set; the best is chosen at run
                                 // time
namespace {

namespace hn = hwy::HWY_NAMESPACE;

float squared_distance(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::size_t size) {
  const hn::ScalableTag<float> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto even = hn::Zero(tag);
  auto odd = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    const auto a = hn::Sub(hn::LoadU(tag, x + i), hn::LoadU(tag, y + i));
    const auto b = hn::Sub(hn::LoadU(tag, x + i + lanes), hn::LoadU(tag, y + i + lanes));
    even = hn::MulAdd(a, a, even);
    odd = hn::MulAdd(b, b, odd);
  }
  if (i + lanes <= size) {
    const auto a = hn::Sub(hn::LoadU(tag, x + i), hn::LoadU(tag, y + i));
    even = hn::MulAdd(a, a, even);
    i += lanes;
  }
  float sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(even, odd)));
  for (; i < size; ++i) {
    const float difference = x[i] - y[i];
    sum += difference * difference;
  }
  return sum;
}

void distances_to_rows(const float* x, const float* rows, std::size_t count, std::size_t size,
                       float* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = std::sqrt(squared_distance(x, rows + i * size, size));
  }
}

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace
}  // namespace gntp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gntp {

HWY_EXPORT(distances_to_rows);
HWY_EXPORT(target_name);

std::string processor_kind() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

float distance(std::span<const float> x, std::span<const float> y) {
  float out = 0;
  HWY_DYNAMIC_DISPATCH(distances_to_rows)(x.data(), y.data(), 1, x.size(), &out);
  return out;
}

void distances(std::span<const float> x, const Matrix& rows, std::size_t begin, std::size_t end,
               std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(distances_to_rows)
  (x.data(), rows.values().data() + begin * rows.columns(), end - begin, x.size(), out.data());
}

}  // namespace gntp
#endif  // HWY_ONCE
