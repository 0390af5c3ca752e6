// Random numbers by what they are for instead of by turn: each is a hash of a key and of the ids it
// belongs to. So any part of a made-up knowledge base can be made without the parts before it.
// Stateless.
#pragma once

#include <cstdint>

namespace gntp::bench {

// Every bit of the result depends on every bit of x; one to one.
constexpr std::uint64_t scatter(std::uint64_t x) {
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 29U;
  x *= 0xa0761d6478bd642fU;
  return x ^ (x >> 32U);
}

constexpr std::uint64_t hash_of(std::uint64_t key, std::uint64_t id) {
  return scatter(key + (id + 1) * 0x9e3779b97f4a7c15U);
}

// Uniform in {0, ..., n - 1}.
constexpr std::uint32_t below(std::uint64_t hash, std::uint32_t n) {
  return static_cast<std::uint32_t>(((hash >> 32U) * n) >> 32U);
}

// Uniform in [0, 1); the lowest 11 bits play no part.
constexpr double uniform(std::uint64_t hash) {
  return static_cast<double>(hash >> 11U) * 0x1.0p-53;
}

// Numbers of so many bits in another order, one to one. Requires: 0 < bits < 32.
class Shuffled {
 public:
  Shuffled(unsigned bits, std::uint64_t key) : half_((bits + 1) / 2), mask_((1U << bits) - 1) {
    for (std::uint32_t i = 0; i < kRounds; ++i) {
      factor_[i] = static_cast<std::uint32_t>(hash_of(key, i)) | 1U;
    }
  }

  std::uint32_t operator()(std::uint32_t x) const {
    for (const std::uint32_t factor : factor_) {
      x = (x * factor + (factor >> 7U)) & mask_;
      x ^= x >> half_;
    }
    return x;
  }

 private:
  static constexpr std::uint32_t kRounds = 3;
  unsigned half_;
  std::uint32_t mask_;
  std::uint32_t factor_[kRounds] = {};
};

}  // namespace gntp::bench
