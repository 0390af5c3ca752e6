#include "device/near_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/stop.h"
#include "device/cuda_plugin.h"

namespace gntp {
namespace {

constexpr GpuTask kTask{"looking for near entities",
                        "take shorter vectors (model.dim), or --device cpu"};

// A plug-in's bound that no row within `reach` fails.
//
// Let w be the width, u = epsilon / 2 the rounding of one operation, and S = |x|^2 + |y|^2. The
// product x.y, added up in any order, is wrong by no more than w u |x| |y| <= w u S / 2, hence
// 2 x.y by w u S; the two squares, each added up in doubles, by u S; the sums and products of the
// comparison by less than 6 u (S + reach^2). A distance that the processor finds to be `reach` may
// in truth be one whose square is larger by (w + 4) u reach^2. Together that is less than (w + 12)
// u of S and of reach^2, and four epsilons, eight u, for each of w + 8 are on the safe side. A
// product too small to have all digits is wrong by less than the smallest number that has them;
// there are 3 w such products at most.
struct Bound {
  float limit;
  float slack;
};

Bound bound_of(float reach, std::size_t width) {
  const double terms = static_cast<double>(width) + 8;
  const double slack = 4 * terms * std::numeric_limits<float>::epsilon();
  const double square = double{reach} * reach;
  const double limit = square * (1 + slack) + 4 * terms * std::numeric_limits<float>::min();
  return {std::nextafter(static_cast<float>(limit), std::numeric_limits<float>::infinity()),
          static_cast<float>(slack)};
}

}  // namespace

NearRows::NearRows(const Gpu& gpu, const Matrix& rows, std::size_t room)
    : gpu_(gpu),
      rows_(rows.rows()),
      width_(rows.columns()),
      opened_(nullptr, gpu.plugin().close_rows),
      found_(std::max(room, rows.rows())) {
  void* opened = nullptr;
  gpu_.check(gpu_.plugin().open_rows(gpu_.number(), rows_, width_, rows.values().data(), &opened),
             kTask, rows.values().size_bytes());
  opened_.reset(opened);
}

bool NearRows::fits(const Gpu& gpu, const Matrix& rows) const {
  return &gpu.plugin() == &gpu_.plugin() && gpu.number() == gpu_.number() && rows.rows() == rows_ &&
         rows.columns() == width_;
}

void NearRows::assign(const std::vector<std::uint32_t>& rows, const Matrix& values) {
  const auto write = [&](const std::uint32_t* row, std::span<const float> from) {
    gpu_.check(gpu_.plugin().write_rows(opened_.get(), rows.size(), row, from.data()), kTask,
               from.size_bytes());
  };
  if (rows.size() == rows_) {
    write(nullptr, values.values());
    return;
  }
  moved_.clear();
  for (const std::uint32_t row : rows) {
    const std::span<const float> from = values.row(row);
    moved_.insert(moved_.end(), from.begin(), from.end());
  }
  write(rows.data(), moved_);
}

NearRows::Found NearRows::find(std::span<const std::uint32_t> queries, std::size_t from,
                               float reach) {
  stop_if_asked();
  ends_.resize(queries.size());
  const Bound bound = bound_of(reach, width_);
  const GntpCudaNearness asked{queries.size(), queries.data(), from,          bound.limit,
                               bound.slack,    found_.size(),  found_.data(), ends_.data()};
  std::uint64_t answered = 0;
  gpu_.check(gpu_.plugin().find_near(opened_.get(), &asked, &answered), kTask);
  return {std::span(ends_).first(answered), found_.data()};
}

}  // namespace gntp
