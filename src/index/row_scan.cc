#include "index/row_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "index/row_scan.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Shared by the copies for all instruction sets.
#ifndef GNTP_INDEX_ROW_SCAN_ONCE
#define GNTP_INDEX_ROW_SCAN_ONCE
namespace gntp {

inline constexpr std::size_t kQueryRows = 6;  // of one block: with two vectors of a panel, 12 sums

struct ScanHit {
  std::uint32_t query;
  std::uint32_t row;
};

// A block of queries against one panel.
struct ScanBlock {
  const float* queries;       // (kQueryRows, dim)
  const float* thresholds;    // by query: near if x.y - |y|^2 / 2 reaches it
  const float* panel;         // (dim, width)
  const float* half_squares;  // by row of the panel
  std::size_t dim;
  std::uint32_t first_query;
  std::uint32_t first_row;
};

}  // namespace gntp
#endif

HWY_BEFORE_NAMESPACE();
namespace gntp::HWY_NAMESPACE {  // one copy for each instruction set
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;

std::size_t panel_width() {
  return 2 * hn::Lanes(Tag());
}

template <typename Vector>
void report(Vector sums, const ScanBlock& block, std::size_t query, std::size_t column,
            std::vector<ScanHit>& hits) {
  const Tag tag;
  const auto half_squares = hn::LoadU(tag, block.half_squares + column);
  const auto near = hn::Ge(hn::Sub(sums, half_squares), hn::Set(tag, block.thresholds[query]));
  if (hn::AllFalse(tag, near)) return;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(tag, near, bits);
  for (std::size_t lane = 0; lane < hn::Lanes(tag); ++lane) {
    if ((bits[lane / 8] >> lane % 8 & 1U) == 0) continue;
    hits.push_back({block.first_query + static_cast<std::uint32_t>(query),
                    block.first_row + static_cast<std::uint32_t>(column + lane)});
  }
}

void scan_block(const ScanBlock& block, std::vector<ScanHit>& hits) {
  const Tag tag;
  const std::size_t lanes = hn::Lanes(tag);
  const float* HWY_RESTRICT q0 = block.queries;
  const float* HWY_RESTRICT q1 = q0 + block.dim;
  const float* HWY_RESTRICT q2 = q1 + block.dim;
  const float* HWY_RESTRICT q3 = q2 + block.dim;
  const float* HWY_RESTRICT q4 = q3 + block.dim;
  const float* HWY_RESTRICT q5 = q4 + block.dim;
  auto a0 = hn::Zero(tag), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0;
  auto b0 = a0, b1 = a0, b2 = a0, b3 = a0, b4 = a0, b5 = a0;
  const float* HWY_RESTRICT values = block.panel;
  for (std::size_t i = 0; i < block.dim; ++i, values += 2 * lanes) {
    const auto a = hn::LoadU(tag, values);
    const auto b = hn::LoadU(tag, values + lanes);
    auto x = hn::Set(tag, q0[i]);
    a0 = hn::MulAdd(x, a, a0);
    b0 = hn::MulAdd(x, b, b0);
    x = hn::Set(tag, q1[i]);
    a1 = hn::MulAdd(x, a, a1);
    b1 = hn::MulAdd(x, b, b1);
    x = hn::Set(tag, q2[i]);
    a2 = hn::MulAdd(x, a, a2);
    b2 = hn::MulAdd(x, b, b2);
    x = hn::Set(tag, q3[i]);
    a3 = hn::MulAdd(x, a, a3);
    b3 = hn::MulAdd(x, b, b3);
    x = hn::Set(tag, q4[i]);
    a4 = hn::MulAdd(x, a, a4);
    b4 = hn::MulAdd(x, b, b4);
    x = hn::Set(tag, q5[i]);
    a5 = hn::MulAdd(x, a, a5);
    b5 = hn::MulAdd(x, b, b5);
  }
  report(a0, block, 0, 0, hits);
  report(b0, block, 0, lanes, hits);
  report(a1, block, 1, 0, hits);
  report(b1, block, 1, lanes, hits);
  report(a2, block, 2, 0, hits);
  report(b2, block, 2, lanes, hits);
  report(a3, block, 3, 0, hits);
  report(b3, block, 3, lanes, hits);
  report(a4, block, 4, 0, hits);
  report(b4, block, 4, lanes, hits);
  report(a5, block, 5, 0, hits);
  report(b5, block, 5, lanes, hits);
}

}  // namespace
}  // namespace gntp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gntp {

HWY_EXPORT(panel_width);
HWY_EXPORT(scan_block);

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float half_square(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += double{value} * value;
  return static_cast<float>(sum / 2);
}

}  // namespace

void RowScan::assign(const Matrix& rows) {
  rows_ = rows.rows();
  dim_ = rows.columns();
  width_ = HWY_DYNAMIC_DISPATCH(panel_width)();
  const std::size_t panels = (rows_ + width_ - 1) / width_;
  panels_.assign(panels * width_ * dim_, 0);
  half_squares_.assign(panels * width_, kInfinity);
  largest_square_ = 0;
  for (std::size_t row = 0; row < rows_; ++row) assign_row(row, rows.row(row));
}

void RowScan::assign_row(std::size_t row, std::span<const float> values) {
  float* target = panels_.data() + row / width_ * width_ * dim_ + row % width_;
  for (std::size_t i = 0; i < dim_; ++i) target[i * width_] = values[i];
  half_squares_[row] = half_square(values);
  largest_square_ = std::max(largest_square_, 2 * half_squares_[row]);
}

void RowScan::scan(const Matrix& queries, std::size_t first, float reach,
                   std::vector<std::vector<std::uint32_t>>& found) const {
  const std::size_t blocks = (queries.rows() + kQueryRows - 1) / kQueryRows;
  std::vector<float> padded(queries.values().begin(), queries.values().end());
  padded.resize(blocks * kQueryRows * dim_);
  std::vector<float> thresholds(blocks * kQueryRows, kInfinity);
  found.resize(std::max(found.size(), queries.rows()));
  for (std::size_t query = 0; query < queries.rows(); ++query) {
    found[query].clear();
    const double half = half_square(queries.row(query));
    // The rounding of sums of so many products, of halves of squares and of the distance itself;
    // products may be too small to have all digits.
    const double terms = 4.0 * (static_cast<double>(dim_) + 8);
    const double slack = terms * (std::numeric_limits<float>::epsilon() *
                                      (2 * half + largest_square_ + double{reach} * reach) +
                                  std::numeric_limits<float>::min());
    thresholds[query] = static_cast<float>(half - double{reach} * reach / 2 - slack);
  }
  std::vector<ScanHit> hits;
  const auto scan = HWY_DYNAMIC_DISPATCH(scan_block);
  for (std::size_t row = first / width_ * width_; row < rows_; row += width_) {
    for (std::size_t block = 0; block < blocks; ++block) {
      scan({padded.data() + block * kQueryRows * dim_, thresholds.data() + block * kQueryRows,
            panels_.data() + row * dim_, half_squares_.data() + row, dim_,
            static_cast<std::uint32_t>(block * kQueryRows), static_cast<std::uint32_t>(row)},
           hits);
    }
    for (const ScanHit& hit : hits) {
      if (hit.row < rows_) found[hit.query].push_back(hit.row);
    }
    hits.clear();
  }
}

}  // namespace gntp
#endif  // HWY_ONCE
