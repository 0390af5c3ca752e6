// A set of numbers for scratch that is used again and again: emptied in no time while it has few of
// them. Where it has many, each possible number takes a bit, so that its memory follows what is put
// in and never grows far beyond that. For one thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/scratch_map.h"

namespace gntp {

class ScratchSet {
  using Map = ScratchMap<std::uint32_t, NoValue>;

 public:
  // Numbers are below `numbers`. Up to `few` have places of their own (scratch_map.h).
  explicit ScratchSet(std::size_t numbers, std::size_t few = Map::kFewKeys)
      : numbers_(numbers),
        most_listed_(numbers <= few ? numbers : numbers / kNumbersOfAWord),
        few_(numbers, few) {}

  void clear() {
    few_.clear();
    listed_.clear();
    if (is_many_) std::ranges::fill(words_, 0);  // there were more numbers than words
    is_many_ = false;
  }

  // Bytes that are held.
  std::size_t bytes() const {
    return few_.bytes() + listed_.capacity() * sizeof(std::uint32_t) +
           words_.capacity() * sizeof(std::uint64_t);
  }

  // Whether the number is new.
  bool insert(std::uint32_t number) {
    if (is_many_) return insert_bit(number);
    if (!few_.insert(number).second) return false;
    if (most_listed_ == numbers_) return true;
    listed_.push_back(number);
    if (listed_.size() > most_listed_) take_bits();
    return true;
  }

 private:
  static constexpr std::size_t kNumbersOfAWord = 64;

  bool insert_bit(std::uint32_t number) {
    std::uint64_t& word = words_[number / kNumbersOfAWord];
    const std::uint64_t bit = std::uint64_t{1} << number % kNumbersOfAWord;
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

  void take_bits() {
    words_.resize(numbers_ / kNumbersOfAWord + 1);
    for (const std::uint32_t number : listed_) insert_bit(number);
    is_many_ = true;
  }

  std::size_t numbers_;
  std::size_t most_listed_;
  bool is_many_ = false;
  Map few_;
  std::vector<std::uint32_t> listed_;  // what is in few_, where it may become too many
  std::vector<std::uint64_t> words_;   // zero while there are few
};

}  // namespace gntp
