// Which rows of a table may be near given vectors: |x - y|^2 = |x|^2 + |y|^2 - 2 x.y, the dot
// products computed in blocks as in a matrix product, so that most pairs cost a fraction of a
// distance. The answer errs on the near side only: rounding never loses a row, and whoever needs
// the exact distance computes it for the few rows found.
//
// Read-only but for `assign` and `assign_row`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace gntp {

class RowScan {
 public:
  void assign(const Matrix& rows);
  void assign_row(std::size_t row, std::span<const float> values);
  // Of all rows ever assigned; infinite where a float does not hold it.
  float largest_square() const { return largest_square_; }

  // Puts into found[i] every row from `first` on within `reach` of the i-th query, ascending, and
  // perhaps some beyond it or before `first`.
  void scan(const Matrix& queries, std::size_t first, float reach,
            std::vector<std::vector<std::uint32_t>>& found) const;

 private:
  std::size_t rows_ = 0;
  std::size_t dim_ = 0;
  std::size_t width_ = 0;            // rows of a panel
  std::vector<float> panels_;        // (panels, dim, width): each panel is transposed
  std::vector<float> half_squares_;  // |y|^2 / 2 by row, infinite for the padding
  float largest_square_ = 0;
};

}  // namespace gntp
