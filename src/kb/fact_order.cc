#include "kb/fact_order.h"

#include <algorithm>
#include <limits>

namespace gntp {

std::size_t sort_distinct(std::vector<Triple>& triples) {
  std::ranges::sort(triples);
  const auto repeated = std::unique(triples.begin(), triples.end());
  const auto count = static_cast<std::size_t>(triples.end() - repeated);
  triples.erase(repeated, triples.end());
  triples.shrink_to_fit();
  return count;
}

void sort_distinct(std::vector<CountedTriple>& triples) {
  std::ranges::sort(triples, {}, &CountedTriple::triple);
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::size_t kept = 0;
  for (const CountedTriple& next : triples) {
    if (kept > 0 && triples[kept - 1].triple == next.triple) {
      std::uint32_t& count = triples[kept - 1].count;
      count += std::min(next.count, kMost - count);
    } else {
      triples[kept++] = next;
    }
  }
  triples.resize(kept);
}

}  // namespace gntp
