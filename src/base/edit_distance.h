// How many mistakes turn one text into another: insertions, deletions, substitutions and swaps of
// neighbours (optimal string alignment). For texts of any kind of character.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace gntp {

// The table's last rows, for one thread; keeps its memory from text to text. Places where lengths
// differ by `limit` or more are not looked at: nothing less than that comes of them.
class EditTable {
 public:
  // Whether some beginning of `b` is less than `limit` mistakes from `a`; then `row` says how many
  // each of them is, by length, as far as it is less. `equal` compares two characters.
  template <typename Text, typename Equal>
  bool fill(const Text& a, const Text& b, std::size_t limit, Equal equal) {
    for (std::vector<std::size_t>& row : rows_) {
      if (row.size() < b.size() + 2) row.resize(b.size() + 2);
    }
    std::size_t* above = rows_[2].data();
    std::size_t* last = rows_[1].data();
    std::size_t* now = rows_[0].data();
    for (std::size_t j = 0; j <= std::min(b.size(), limit); ++j) now[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::swap(above, last);
      std::swap(last, now);
      const std::size_t first = i >= limit ? i - limit + 1 : 0;
      const std::size_t end = std::min(b.size() + 1, i + limit);  // behind the last
      if (first >= end) return false;
      std::size_t best = limit;
      std::size_t j = first;
      if (j == 0) {
        best = now[j++] = i;
      } else {
        now[j - 1] = limit;
      }
      for (; j < end; ++j) {
        const bool same = equal(a[i - 1], b[j - 1]);
        std::size_t cost = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
        if (i > 1 && j > 1 && equal(a[i - 1], b[j - 2]) && equal(a[i - 2], b[j - 1])) {
          cost = std::min(cost, above[j - 2] + 1);
        }
        now[j] = cost;
        best = std::min(best, cost);
      }
      now[end] = limit;  // for the next row
      // The row above costs at least limit - 1 then, so no swap across this one stays below the
      // limit.
      if (best >= limit) return false;
    }
    const std::size_t first = a.size() >= limit ? a.size() - limit + 1 : 0;
    const std::size_t end = std::min(b.size() + 1, a.size() + limit);
    row_.assign(b.size() + 1, limit);
    std::copy(now + first, now + end, row_.begin() + static_cast<std::ptrdiff_t>(first));
    return true;
  }

  // Of the whole `a`; at least the limit where it is not less. Requires: `fill` said yes.
  const std::vector<std::size_t>& row() const { return row_; }

 private:
  std::array<std::vector<std::size_t>, 3> rows_;  // the current one and the two above
  std::vector<std::size_t> row_;
};

}  // namespace gntp
