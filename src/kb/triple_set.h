// Distinct triples in the order in which they came. Open addressing over positions: 12 bytes a
// triple and 8 to 16 for the table, where a set of nodes needs 50.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
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

  // The triple's position, and whether it is new.
  std::pair<std::size_t, bool> insert(const Triple& triple);
  template <typename Iterator>
  void insert(Iterator first, Iterator last) {
    reserve(size() + static_cast<std::size_t>(last - first));
    for (; first != last; ++first) insert(*first);
  }
  bool contains(const Triple& triple) const;
  void reserve(std::size_t count);

  std::size_t size() const { return triples_.size(); }
  auto begin() const { return triples_.begin(); }
  auto end() const { return triples_.end(); }

  // All triples; the set is empty afterwards.
  std::vector<Triple> take();

 private:
  // Where the triple is in the table, or the free place where it belongs. Requires: there is a free
  // place.
  std::size_t place(const Triple& triple) const;
  void make_table(std::size_t places);

  std::vector<Triple> triples_;
  std::vector<std::uint32_t> table_;  // positions, by hash
};

}  // namespace gntp
