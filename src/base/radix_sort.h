// Sorts plain records by an unsigned key of up to 128 bits, on all threads, without comparing:
// records are dealt out by the highest bits in which they differ, then each part by its own.
// Stable: records with equal keys keep their order, so that the result is the same for any number
// of threads. Needs as much spare memory as the records take.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/plain_value.h"

namespace gntp {

// A number of 128 bits, for keys of three or four 32-bit parts.
__extension__ typedef unsigned __int128 WideKey;  // NOLINT(modernize-use-using)

template <typename T>
concept SortKey = std::unsigned_integral<T> || std::same_as<T, WideKey>;

// What gives a record's key: a function object without state.
template <typename KeyOf, typename Record>
concept GivesKey = PlainValue<Record> && std::is_empty_v<KeyOf> &&
    std::is_default_constructible_v<KeyOf> && SortKey<std::invoke_result_t<KeyOf, const Record&>>;

template <typename Record, GivesKey<Record> KeyOf>
class RadixSort {
 public:
  using Key = std::invoke_result_t<KeyOf, const Record&>;

  explicit RadixSort(ThreadPool& threads) : threads_(threads) {}

  // Requires: `spare` has the same size; what it holds is lost.
  void sort(std::span<Record> records, std::span<Record> spare) {
    records_ = records.data();
    spare_ = spare.data();
    // Parts above this size are split by all threads together, so that none is left with a large
    // one at the end.
    const std::size_t large = std::max(kLarge, records.size() / (16 * threads_.size()));
    parts_.clear();
    std::vector<Part> todo{{0, records.size(), Place::kRecords}};
    while (!todo.empty()) {
      const Part part = todo.back();
      todo.pop_back();
      if (part.size() <= large || !split(part, todo)) parts_.push_back(part);
    }
    const std::vector<std::size_t> tasks = tasks_of(large);
    threads_.for_each(tasks.size() - 1, [&](std::size_t task, std::size_t) {
      for (std::size_t i = tasks[task]; i < tasks[task + 1]; ++i) {
        const Part& part = parts_[i];
        const bool moved = part.place == Place::kSpare;
        sort_part(at(part) + part.begin, other(part) + part.begin, part.size(),
                  moved ? Result::kInOther : Result::kInPlace);
      }
    });
  }

 private:
  static constexpr unsigned kDigitBits = 8;
  static constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  static constexpr std::size_t kLarge = std::size_t{1} << 16U;
  static constexpr std::size_t kFew = 24;  // sorted by comparing

  using Counts = std::array<std::size_t, kDigits>;

  enum class Place : std::uint8_t { kRecords, kSpare };
  enum class Result : std::uint8_t { kInPlace, kInOther };

  // Records whose place in the order is known but for the order among them.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    Place place = Place::kRecords;  // where they are

    std::size_t size() const { return end - begin; }
  };

  static Key key_of(const Record& record) { return KeyOf{}(record); }

  // How far to shift a key for its highest digit that varies.
  static unsigned shift_for(Key varying) {
    unsigned width = 0;
    if constexpr (sizeof(Key) > sizeof(std::uint64_t)) {
      const auto high = static_cast<std::uint64_t>(varying >> 64U);
      width = high != 0
                  ? 64U + static_cast<unsigned>(std::bit_width(high))
                  : static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(varying)));
    } else {
      width = static_cast<unsigned>(std::bit_width(varying));
    }
    return width > kDigitBits ? width - kDigitBits : 0;
  }

  static std::size_t digit(const Record& record, unsigned shift) {
    return static_cast<std::size_t>(key_of(record) >> shift) & (kDigits - 1);
  }

  // The bits in which any key differs from the first one's.
  static Key varying_bits(const Record* records, std::size_t size, Key first) {
    Key varying = 0;
    for (std::size_t i = 0; i < size; ++i) {
      varying = static_cast<Key>(varying | (key_of(records[i]) ^ first));
    }
    return varying;
  }

  static void copy(const Record* from, std::size_t size, Record* to) {
    std::memcpy(static_cast<void*>(to), from, size * sizeof(Record));
  }

  static void sort_few(Record* records, std::size_t size) {
    for (std::size_t i = 1; i < size; ++i) {
      const Record record = records[i];
      const Key key = key_of(record);
      std::size_t to = i;
      for (; to > 0 && key < key_of(records[to - 1]); --to) records[to] = records[to - 1];
      records[to] = record;
    }
  }

  static void sort_part(Record* from, Record* other, std::size_t size, Result result) {
    const Key varying = size <= kFew ? Key{0} : varying_bits(from, size, key_of(from[0]));
    if (varying == 0) {
      if (size <= kFew) sort_few(from, size);
      if (result == Result::kInOther) copy(from, size, other);
      return;
    }
    const unsigned shift = shift_for(varying);
    Counts next{};
    for (std::size_t i = 0; i < size; ++i) ++next[digit(from[i], shift)];
    std::size_t sum = 0;
    for (std::size_t& count : next) sum += std::exchange(count, sum);
    for (std::size_t i = 0; i < size; ++i) other[next[digit(from[i], shift)]++] = from[i];
    const Result next_result = result == Result::kInPlace ? Result::kInOther : Result::kInPlace;
    std::size_t begin = 0;
    for (const std::size_t end : next) {
      if (end > begin) sort_part(other + begin, from + begin, end - begin, next_result);
      begin = end;
    }
  }

  Record* at(const Part& part) { return part.place == Place::kRecords ? records_ : spare_; }
  Record* other(const Part& part) { return part.place == Place::kRecords ? spare_ : records_; }

  // Deals out a part by its highest digit that varies and appends what it falls into to `parts`;
  // false, and nothing is done, where all keys are equal.
  bool split(const Part& part, std::vector<Part>& parts) {
    const Record* from = at(part) + part.begin;
    Record* to = other(part) + part.begin;
    const std::size_t pieces = 4 * threads_.size();
    const auto piece_begin = [&](std::size_t piece) { return part.size() * piece / pieces; };
    const Key first = key_of(from[0]);
    std::vector<Key> varying(pieces);
    threads_.for_each(pieces, [&](std::size_t piece, std::size_t) {
      const std::size_t begin = piece_begin(piece);
      varying[piece] = varying_bits(from + begin, piece_begin(piece + 1) - begin, first);
    });
    Key all_varying = 0;
    for (const Key bits : varying) all_varying = static_cast<Key>(all_varying | bits);
    if (all_varying == 0) return false;

    const unsigned shift = shift_for(all_varying);
    std::vector<Counts> next(pieces);
    threads_.for_each(pieces, [&](std::size_t piece, std::size_t) {
      Counts counts{};
      const std::size_t end = piece_begin(piece + 1);
      for (std::size_t i = piece_begin(piece); i < end; ++i) ++counts[digit(from[i], shift)];
      next[piece] = counts;
    });
    const Place place = part.place == Place::kRecords ? Place::kSpare : Place::kRecords;
    std::size_t sum = 0;
    for (std::size_t value = 0; value < kDigits; ++value) {
      const std::size_t begin = sum;
      for (Counts& counts : next) sum += std::exchange(counts[value], sum);
      if (sum > begin) parts.push_back({part.begin + begin, part.begin + sum, place});
    }
    threads_.for_each(pieces, [&](std::size_t piece, std::size_t) {
      Counts places = next[piece];
      const std::size_t end = piece_begin(piece + 1);
      for (std::size_t i = piece_begin(piece); i < end; ++i) {
        to[places[digit(from[i], shift)]++] = from[i];
      }
    });
    return true;
  }

  // The parts as tasks of about the same size: where each begins, and the end of the last.
  std::vector<std::size_t> tasks_of(std::size_t large) const {
    std::vector<std::size_t> tasks{0};
    std::size_t size = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      size += parts_[i].size();
      if (size < large / 4 && i + 1 < parts_.size()) continue;
      tasks.push_back(i + 1);
      size = 0;
    }
    return tasks;
  }

  ThreadPool& threads_;
  Record* records_ = nullptr;
  Record* spare_ = nullptr;
  std::vector<Part> parts_;
};

}  // namespace gntp
