// A set of triples, in the order of triples: 12 bytes each, whatever their number. Filled with many
// at a time; for reading it can be shared by threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kb/triple.h"

namespace gntp {

class TripleSet {
 public:
  TripleSet() = default;
  template <typename Iterator>
  TripleSet(Iterator first, Iterator last) {
    insert(first, last);
  }

  // Adds those that it lacks.
  template <typename Iterator>
  void insert(Iterator first, Iterator last) {
    const std::size_t old = triples_.size();
    // One by one: g++ 12 sees an overflow in the insertion of a range where there is none.
    triples_.reserve(old + static_cast<std::size_t>(last - first));
    for (; first != last; ++first) triples_.push_back(*first);
    merge_from(old);
  }

  bool contains(const Triple& triple) const { return std::ranges::binary_search(triples_, triple); }

  std::size_t size() const { return triples_.size(); }
  auto begin() const { return triples_.begin(); }
  auto end() const { return triples_.end(); }

 private:
  // Brings those from `position` on, which are new, into their places.
  void merge_from(std::size_t position);

  std::vector<Triple> triples_;  // sorted, distinct
};

}  // namespace gntp
