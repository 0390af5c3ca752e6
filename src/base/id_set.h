// A set of small numbers, one bit each: a hundred thousand take 12 KiB, so asking stays in the
// nearest cache. Clearing it takes time in proportion to its size: a caller that remembers what it
// put in should take that out instead. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gntp {

class IdSet {
 public:
  // For numbers below `size`. What is in the set stays there.
  void resize(std::size_t size) { words_.resize((size + 63) / 64); }

  bool contains(std::uint32_t id) const { return (words_[id / 64] >> id % 64 & 1U) != 0; }
  void insert(std::uint32_t id) { words_[id / 64] |= std::uint64_t{1} << id % 64; }
  void erase(std::uint32_t id) { words_[id / 64] &= ~(std::uint64_t{1} << id % 64); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace gntp
