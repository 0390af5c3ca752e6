#include "kb/triple_set.h"

namespace gntp {

void TripleSet::merge_from(std::size_t position) {
  const auto middle = triples_.begin() + static_cast<std::ptrdiff_t>(position);
  std::ranges::sort(middle, triples_.end());
  std::ranges::inplace_merge(triples_, middle);
  triples_.erase(std::unique(triples_.begin(), triples_.end()), triples_.end());
}

}  // namespace gntp
