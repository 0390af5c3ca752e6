// The checksum of bytes that come piece by piece: XXH3 with 64 bits. Finds damage, not forgery. For
// one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

// Of libxxhash.
struct XXH3_state_s;  // NOLINT(readability-identifier-naming)

namespace gntp {

class Checksum {
 public:
  Checksum();

  void reset();
  void add(std::span<const std::byte> bytes);
  // Of all bytes since the start or the last reset.
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace gntp
