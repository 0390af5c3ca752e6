#include "base/elias_fano.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/error.h"

namespace gntp {
namespace {

constexpr unsigned kWordBits = 64;
constexpr std::size_t kBlockWords = 8;
constexpr std::uint64_t kBlockBits = kBlockWords * kWordBits;
constexpr std::uint64_t kHintEvery = 512;  // ones, or zeros
constexpr unsigned kHintBits = 32;
constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;  // 1 in each

constexpr std::uint64_t words_for(std::uint64_t bits) {
  return bits / kWordBits + (bits % kWordBits != 0 ? 1 : 0);
}

// A hint for every 512th one of so many, and one behind the last, two in a word.
constexpr std::size_t hint_words(std::uint64_t count) {
  return ((count + kHintEvery - 1) / kHintEvery + 2) / 2;
}

std::uint64_t hint(const std::uint64_t* hints, std::uint64_t index) {
  return hints[index / 2] >> (index % 2 * kHintBits) & 0xFFFF'FFFFU;
}

// How many ones are in each byte of a word. The machine may have an instruction for it; not every
// machine that this program is built for has.
std::uint64_t ones_by_byte(std::uint64_t word) {
  word -= word >> 1U & 0x5555'5555'5555'5555U;
  word = (word & 0x3333'3333'3333'3333U) + (word >> 2U & 0x3333'3333'3333'3333U);
  return (word + (word >> 4U)) & 0x0F0F'0F0F'0F0F'0F0FU;
}

std::uint64_t ones_in(std::uint64_t word) {
  return ones_by_byte(word) * kEachByte >> 56U;
}

// The bit with the one of this number, from 0. Requires: the word has it.
unsigned bit_of_one(std::uint64_t word, std::uint64_t number) {
  constexpr std::uint64_t kHighBits = kEachByte << 7U;
  // In each byte the ones up to its end; then a high bit in each whose ones are not enough.
  const std::uint64_t ones_to = ones_by_byte(word) * kEachByte;
  const std::uint64_t short_of = ((number * kEachByte | kHighBits) - ones_to) & kHighBits;
  const auto begin = static_cast<unsigned>((short_of >> 7U) * kEachByte >> 56U) * 8;
  number -= (ones_to << 8U) >> begin & 0xFFU;
  std::uint64_t byte = word >> begin;
  for (; number > 0; --number) byte &= byte - 1;
  return begin + static_cast<unsigned>(std::countr_zero(byte));
}

// The position of a one in a block. Wrong, but inside, where the block has fewer.
std::uint64_t position_in(const std::uint64_t* words, std::size_t begin, std::size_t end,
                          std::uint64_t number, std::uint64_t flip) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t word = words[i] ^ flip;
    const std::uint64_t ones = ones_in(word);
    if (number < ones) return i * kWordBits + bit_of_one(word, number);
    number -= ones;
  }
  return end * kWordBits - 1;
}

}  // namespace

EliasFanoShape::EliasFanoShape(std::uint64_t n, std::uint64_t u) : size(n), end(u) {
  if (n == 0) return;
  if (u > n) low_bits = static_cast<unsigned>(std::bit_width(u / n)) - 1;
  groups = u == 0 ? 0 : ((u - 1) >> low_bits) + 1;
  low_words = words_for(n * low_bits);
  high_words = words_for(n + groups);
  blocks = (high_words + kBlockWords - 1) / kBlockWords;
  one_words = hint_words(n);
  zero_words = hint_words(groups);
}

EliasFanoBuilder::EliasFanoBuilder(std::uint64_t n, std::uint64_t u, std::span<std::uint64_t> words)
    : shape_(n, u) {
  assert(words.size() == shape_.words());
  std::ranges::fill(words, 0);
  low_ = words.first(shape_.low_words);
  high_ = words.subspan(shape_.low_words, shape_.high_words);
  directory_ = words.subspan(shape_.low_words + shape_.high_words);
}

void EliasFanoBuilder::add(std::uint64_t number) {
  assert(size_ < shape_.size && number < shape_.end && number >= last_);
  const std::uint64_t high_bit = (number >> shape_.low_bits) + size_;
  high_[high_bit / kWordBits] |= std::uint64_t{1} << high_bit % kWordBits;
  if (shape_.low_bits > 0) {
    const std::uint64_t low = number & ((std::uint64_t{1} << shape_.low_bits) - 1);
    const std::uint64_t bit = size_ * shape_.low_bits;
    const std::uint64_t shift = bit % kWordBits;
    low_[bit / kWordBits] |= low << shift;
    if (shift + shape_.low_bits > kWordBits)
      low_[bit / kWordBits + 1] |= low >> (kWordBits - shift);
  }
  last_ = number;
  ++size_;
}

void EliasFanoBuilder::finish() {
  assert(size_ == shape_.size);
  const auto ones_before = directory_.first(shape_.blocks);
  const auto one_hints = directory_.subspan(shape_.blocks, shape_.one_words);
  const auto zero_hints = directory_.subspan(shape_.blocks + shape_.one_words, shape_.zero_words);
  // Hints that have not come yet, up to those about `count` ones or zeros, say that block.
  const auto fill = [](std::span<std::uint64_t> hints, std::uint64_t& next, std::uint64_t count,
                       std::size_t block) {
    for (; next < 2 * hints.size() && next * kHintEvery < count; ++next) {
      hints[next / 2] |= std::uint64_t{block} << (next % 2 * kHintBits);
    }
  };
  std::uint64_t ones = 0;
  std::uint64_t next_one = 0;
  std::uint64_t next_zero = 0;
  for (std::size_t block = 0; block < shape_.blocks; ++block) {
    ones_before[block] = ones;
    const std::size_t end = std::min((block + 1) * kBlockWords, shape_.high_words);
    for (std::size_t i = block * kBlockWords; i < end; ++i) ones += ones_in(high_[i]);
    fill(one_hints, next_one, ones, block);
    fill(zero_hints, next_zero, end * kWordBits - ones, block);
  }
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  if (shape_.blocks == 0) return;
  fill(one_hints, next_one, kAll, shape_.blocks - 1);
  fill(zero_hints, next_zero, kAll, shape_.blocks - 1);
}

EliasFano::EliasFano(std::uint64_t n, std::uint64_t u, std::span<const std::uint64_t> words,
                     const std::string& place)
    : shape_(n / kWordBits <= words.size() ? EliasFanoShape(n, u) : EliasFanoShape()) {
  // A number takes a bit at least, so that sizes cannot overflow.
  if (shape_.size != n || shape_.words() != words.size() || (n > 0 && u == 0)) {
    fail("{}: damaged: a sequence of {} numbers has {} words; make it anew, or copy it again",
         place, n, words.size());
  }
  low_ = words.data();
  high_ = low_ + shape_.low_words;
  ones_before_ = high_ + shape_.high_words;
  one_hints_ = ones_before_ + shape_.blocks;
  zero_hints_ = one_hints_ + shape_.one_words;
}

std::uint64_t EliasFano::low(std::uint64_t index) const {
  if (shape_.low_bits == 0) return 0;
  const std::uint64_t bit = index * shape_.low_bits;
  const std::uint64_t shift = bit % kWordBits;
  const std::uint64_t* words = low_ + bit / kWordBits;
  std::uint64_t bits = words[0] >> shift;
  if (shift + shape_.low_bits > kWordBits) bits |= words[1] << (kWordBits - shift);
  return bits & ((std::uint64_t{1} << shape_.low_bits) - 1);
}

std::uint64_t EliasFano::number_at(std::uint64_t position, std::uint64_t index) const {
  return std::min((position - index) << shape_.low_bits | low(index), shape_.end - 1);
}

template <typename CountBefore>
std::size_t EliasFano::block_of(std::uint64_t number, const std::uint64_t* hints,
                                CountBefore count_before) const {
  const std::size_t last = shape_.blocks - 1;
  std::size_t begin = std::min<std::size_t>(hint(hints, number / kHintEvery), last);
  std::size_t end = std::min<std::size_t>(hint(hints, number / kHintEvery + 1), last);
  while (begin < end) {
    const std::size_t middle = begin + (end - begin + 1) / 2;
    if (count_before(middle) <= number) {
      begin = middle;
    } else {
      end = middle - 1;
    }
  }
  return begin;
}

std::uint64_t EliasFano::position_of_one(std::uint64_t number) const {
  const std::size_t block =
      block_of(number, one_hints_, [this](std::size_t i) { return ones_before_[i]; });
  return position_in(high_, block * kBlockWords,
                     std::min((block + 1) * kBlockWords, shape_.high_words),
                     number - ones_before_[block], 0);
}

std::uint64_t EliasFano::position_of_zero(std::uint64_t number) const {
  const auto zeros_before = [this](std::size_t i) { return i * kBlockBits - ones_before_[i]; };
  const std::size_t block = block_of(number, zero_hints_, zeros_before);
  return position_in(high_, block * kBlockWords,
                     std::min((block + 1) * kBlockWords, shape_.high_words),
                     number - zeros_before(block), ~std::uint64_t{0});
}

std::uint64_t EliasFano::operator[](std::uint64_t index) const {
  return number_at(position_of_one(index), index);
}

std::uint64_t EliasFano::lower_bound(std::uint64_t number) const {
  if (shape_.size == 0 || number == 0) return 0;
  if (number >= shape_.end) return shape_.size;
  // The numbers of the group, from its first one to the zero behind it.
  const std::uint64_t group = number >> shape_.low_bits;
  const std::uint64_t position = group == 0 ? 0 : position_of_zero(group - 1) + 1;
  const std::uint64_t rest_of_word = position / kWordBits < shape_.high_words
                                         ? ~high_[position / kWordBits] >> position % kWordBits
                                         : 0;
  const std::uint64_t end_position =
      rest_of_word != 0 ? position + static_cast<unsigned>(std::countr_zero(rest_of_word))
                        : position_of_zero(group);
  std::uint64_t begin = std::min(position - group, shape_.size);
  std::uint64_t end = std::min(end_position - group, shape_.size);
  const std::uint64_t low_number = number & ((std::uint64_t{1} << shape_.low_bits) - 1);
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (low(middle) < low_number) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

EliasFano::Iterator EliasFano::from(std::uint64_t index) const {
  return {*this, index};
}

EliasFano::Iterator EliasFano::begin() const {
  return from(0);
}

EliasFano::Iterator EliasFano::end() const {
  return from(size());
}

EliasFano::Iterator::Iterator(const EliasFano& sequence, std::uint64_t index)
    : sequence_(&sequence), index_(index) {
  if (index == sequence.size()) return;
  const std::uint64_t position = sequence.position_of_one(index);
  word_ = position / kWordBits;
  bits_ = sequence.high_[word_] & ~std::uint64_t{0} << position % kWordBits;
}

std::uint64_t EliasFano::Iterator::operator*() const {
  const auto bit = static_cast<unsigned>(std::countr_zero(bits_));
  return sequence_->number_at(word_ * kWordBits + bit, index_);
}

EliasFano::Iterator& EliasFano::Iterator::operator++() {
  bits_ &= bits_ - 1;
  while (bits_ == 0 && word_ + 1 < sequence_->shape_.high_words) {
    bits_ = sequence_->high_[++word_];
  }
  ++index_;
  return *this;
}

}  // namespace gntp
