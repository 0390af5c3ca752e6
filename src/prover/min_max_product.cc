#include "prover/min_max_product.h"

#include <algorithm>
#include <array>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "prover/min_max_product.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gntp::HWY_NAMESPACE {  // one copy for each instruction set; the best is chosen at run
                                 // time
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kChunk = 256;  // rows of `right` that are gone through together

// The rows of `right` that count, each with its element of `left`.
struct Chunk {
  std::size_t size = 0;
  std::array<float, kChunk> values;
  std::array<const float*, kChunk> rows;
};

// A strip of the columns stays in registers while the rows go by.
void add_chunk(const Chunk& chunk, std::size_t columns, float* HWY_RESTRICT out) {
  const hn::ScalableTag<float> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t j = 0;
  for (; j + 4 * lanes <= columns; j += 4 * lanes) {
    auto a = hn::LoadU(tag, out + j);
    auto b = hn::LoadU(tag, out + j + lanes);
    auto c = hn::LoadU(tag, out + j + 2 * lanes);
    auto d = hn::LoadU(tag, out + j + 3 * lanes);
    for (std::size_t k = 0; k < chunk.size; ++k) {
      const auto value = hn::Set(tag, chunk.values[k]);
      const float* row = chunk.rows[k] + j;
      a = hn::Min(a, hn::Max(value, hn::LoadU(tag, row)));
      b = hn::Min(b, hn::Max(value, hn::LoadU(tag, row + lanes)));
      c = hn::Min(c, hn::Max(value, hn::LoadU(tag, row + 2 * lanes)));
      d = hn::Min(d, hn::Max(value, hn::LoadU(tag, row + 3 * lanes)));
    }
    hn::StoreU(a, tag, out + j);
    hn::StoreU(b, tag, out + j + lanes);
    hn::StoreU(c, tag, out + j + 2 * lanes);
    hn::StoreU(d, tag, out + j + 3 * lanes);
  }
  for (; j + lanes <= columns; j += lanes) {
    auto a = hn::LoadU(tag, out + j);
    for (std::size_t k = 0; k < chunk.size; ++k) {
      a = hn::Min(a, hn::Max(hn::Set(tag, chunk.values[k]), hn::LoadU(tag, chunk.rows[k] + j)));
    }
    hn::StoreU(a, tag, out + j);
  }
  for (; j < columns; ++j) {
    for (std::size_t k = 0; k < chunk.size; ++k) {
      out[j] = std::min(out[j], std::max(chunk.values[k], chunk.rows[k][j]));
    }
  }
}

void multiply_row(const float* left, const float* right, std::size_t rows, std::size_t columns,
                  float limit, float* out) {
  std::fill_n(out, columns, std::numeric_limits<float>::infinity());
  Chunk chunk;
  for (std::size_t k = 0; k < rows;) {
    chunk.size = 0;
    for (; k < rows && chunk.size < kChunk; ++k) {
      if (!(left[k] <= limit)) continue;
      chunk.values[chunk.size] = left[k];
      chunk.rows[chunk.size++] = right + k * columns;
    }
    if (chunk.size > 0) add_chunk(chunk, columns, out);
  }
}

}  // namespace
}  // namespace gntp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gntp {

HWY_EXPORT(multiply_row);

void min_max_product(std::span<const float> left, const Matrix& right, float limit,
                     std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(multiply_row)
  (left.data(), right.values().data(), right.rows(), right.columns(), limit, out.data());
}

}  // namespace gntp
#endif  // HWY_ONCE
