// A sequence of n numbers below u that never get smaller, in about 2.5 + log2(u / n) bits each
// (after Elias and Fano), and any of them found at once: where things begin that lie one behind the
// other, as the facts of each entity.
//
// The low bits of each number are kept as they are. The high bits say into which of u / 2^low_bits
// groups a number falls: a string of bits has a one for each number and a zero after each group, so
// number i of group g is bit i + g. To find a one or a zero by its number, a directory counts the
// ones before every 512 bits and says where every 512th one and every 512th zero is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>

namespace gntp {

// How many 64-bit words there are of what; they lie one behind the other in this order.
struct EliasFanoShape {
  EliasFanoShape() = default;
  EliasFanoShape(std::uint64_t n, std::uint64_t u);

  std::uint64_t size = 0;      // n
  std::uint64_t end = 0;       // u
  std::uint64_t groups = 0;    // of numbers with the same high bits, empty ones too
  unsigned low_bits = 0;       // of each number
  std::size_t low_words = 0;   // with the low bits
  std::size_t high_words = 0;  // with ones and zeros
  std::size_t blocks = 0;      // of 512 of these bits: ones before each
  std::size_t one_words = 0;   // blocks of every 512th one, two in a word
  std::size_t zero_words = 0;  // the same for zeros

  std::size_t words() const { return low_words + high_words + blocks + one_words + zero_words; }
};

// Fills words with numbers that come one after the other. For one thread at a time.
class EliasFanoBuilder {
 public:
  // Requires: as many words as the shape of n and u has; they stay valid. What they hold is lost.
  EliasFanoBuilder(std::uint64_t n, std::uint64_t u, std::span<std::uint64_t> words);

  // Requires: there are fewer than n numbers; this one is below u and not below the last.
  void add(std::uint64_t number);
  // Makes the directory. To be called once, last. Requires: there are n numbers.
  void finish();

 private:
  EliasFanoShape shape_;
  std::span<std::uint64_t> low_;
  std::span<std::uint64_t> high_;
  std::span<std::uint64_t> directory_;
  std::uint64_t size_ = 0;
  std::uint64_t last_ = 0;
};

// Reads the words where they are, as in a mapped file. Damaged words give wrong numbers, but none
// from u on, and no read outside. Safe from several threads.
class EliasFano {
 public:
  class Iterator;

  // An empty sequence.
  EliasFano() = default;
  // Throws Error about `place`, as a file, where there are more or fewer words than n and u need.
  EliasFano(std::uint64_t n, std::uint64_t u, std::span<const std::uint64_t> words,
            const std::string& place);

  std::uint64_t size() const { return shape_.size; }
  // Requires: index < size().
  std::uint64_t operator[](std::uint64_t index) const;
  // The index of the first number that is not below `number`; size() where there is none.
  std::uint64_t lower_bound(std::uint64_t number) const;

  // Reading on from an index is faster than asking for each. Requires: index <= size().
  Iterator from(std::uint64_t index) const;
  Iterator begin() const;
  Iterator end() const;

 private:
  std::uint64_t low(std::uint64_t index) const;
  std::uint64_t number_at(std::uint64_t position, std::uint64_t index) const;
  // Where a one or a zero is, by its number.
  std::uint64_t position_of_one(std::uint64_t number) const;
  std::uint64_t position_of_zero(std::uint64_t number) const;
  // The last block before which there are at most `number` of what `count_before` counts.
  template <typename CountBefore>
  std::size_t block_of(std::uint64_t number, const std::uint64_t* hints,
                       CountBefore count_before) const;

  EliasFanoShape shape_;
  const std::uint64_t* low_ = nullptr;
  const std::uint64_t* high_ = nullptr;
  const std::uint64_t* ones_before_ = nullptr;  // of each block
  const std::uint64_t* one_hints_ = nullptr;
  const std::uint64_t* zero_hints_ = nullptr;
};

class EliasFano::Iterator {
 public:
  using value_type = std::uint64_t;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::forward_iterator_tag;

  Iterator() = default;
  std::uint64_t index() const { return index_; }
  std::uint64_t operator*() const;
  Iterator& operator++();
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

 private:
  friend EliasFano;
  Iterator(const EliasFano& sequence, std::uint64_t index);

  const EliasFano* sequence_ = nullptr;
  std::uint64_t index_ = 0;
  std::size_t word_ = 0;    // of the high bits
  std::uint64_t bits_ = 0;  // of that word, from this number's one on
};

}  // namespace gntp
