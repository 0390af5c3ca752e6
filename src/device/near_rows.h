// Which rows of a table may be near others of it, found by a GPU that has a copy of the table. As
// with RowScan (index/row_scan.h) the answer errs on the near side only: rounding never loses a
// row, and whoever needs the exact distance computes it for the few rows found.
//
// For one thread at a time, whichever it is. Where a function throws, the GPU's copy may be neither
// what it was nor what it was to be: assign all rows again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "device/device.h"

namespace gntp {

class NearRows {
 public:
  // Rows that one call finds at most, where no row has more: 16 MiB.
  static constexpr std::size_t kRoom = std::size_t{1} << 22U;

  // Rows by query, ascending. Valid until the next call.
  class Found {
   public:
    Found(std::span<const std::uint64_t> ends, const std::uint32_t* rows)
        : ends_(ends), rows_(rows) {}

    // The queries that are answered.
    std::size_t size() const { return ends_.size(); }
    std::span<const std::uint32_t> of(std::size_t query) const {
      const std::uint64_t begin = query == 0 ? 0 : ends_[query - 1];
      return {rows_ + begin, static_cast<std::size_t>(ends_[query] - begin)};
    }

   private:
    std::span<const std::uint64_t> ends_;
    const std::uint32_t* rows_;
  };

  // Copies the rows. Requires: there are rows, and the square of no row is more than a float holds.
  NearRows(const Gpu& gpu, const Matrix& rows, std::size_t room = kRoom);

  // Whether it is on this GPU and holds a table of this shape.
  bool fits(const Gpu& gpu, const Matrix& rows) const;
  // Takes these rows, each once, as they are now. Requires: it fits.
  void assign(const std::vector<std::uint32_t>& rows, const Matrix& values);

  // For the first of the queries, as many as the GPU answers at once but at least one, every row
  // from `from` on within `reach` of it, itself among them, and perhaps some beyond. A block of
  // work that takes far less than a second; before it stop_if_asked is called. Requires: there are
  // queries, and rows from `from` on.
  Found find(std::span<const std::uint32_t> queries, std::size_t from, float reach);

 private:
  Gpu gpu_;
  std::size_t rows_;
  std::size_t width_;
  GpuObject opened_;
  std::vector<float> moved_;          // (moved rows, width)
  std::vector<std::uint32_t> found_;  // as many as there is room for
  std::vector<std::uint64_t> ends_;   // by query
};

}  // namespace gntp
