// Remembers the values of a pure function that is asked for the same arguments again and again.
// Direct-mapped: of two arguments that share a place the later one is remembered, so that memory
// stays the same and a result never depends on what was asked before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace gntp {

template <typename Value>
class Memo {
 public:
  // The value for the key: remembered, or computed now.
  template <typename Compute>
  const Value& get(std::uint64_t key, Compute compute) {
    Entry& entry = entries_[(key * kMultiplier) >> (64 - kBits)];
    if (entry.key != key) entry = {key, compute()};
    return entry.value;
  }

  void clear() { entries_.assign(entries_.size(), {}); }

 private:
  static constexpr unsigned kBits = 13;
  static constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  struct Entry {
    std::uint64_t key = kNone;  // which is therefore never remembered
    Value value{};
  };

  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

}  // namespace gntp
