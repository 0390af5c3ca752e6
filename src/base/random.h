// Random numbers that are the same on every platform: the standard library promises its engines'
// numbers but not its distributions', so these are ours.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>

namespace gntp {

class Random {
 public:
  // Different streams of one seed are independent sequences.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::seed_seq sequence{
        static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
        static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32U)};
    engine_.seed(sequence);
  }

  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1.0p-53; }

  // Uniform in {0, ..., n - 1}. Requires: 0 < n <= 2^32.
  std::uint32_t below(std::uint64_t n) {
    return static_cast<std::uint32_t>(((engine_() >> 32U) * n) >> 32U);
  }

  // Where in its sequence it is, as text, and back there.
  std::string position() const {
    std::ostringstream text;
    text << engine_;
    return text.str();
  }
  void set_position(const std::string& position) { std::istringstream(position) >> engine_; }

  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gntp
