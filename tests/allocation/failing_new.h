// This program's own operator new, which fails where a test wants it to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gntp::testing {

// Which allocations fail while an AllocationFault lives: those with at least `least_size` bytes are
// numbered from 0, in all threads together.
struct AllocationPlan {
  enum class Fails : std::uint8_t { kNothing, kOne, kAllFromThere };
  Fails fails = Fails::kNothing;
  std::size_t number = 0;
  std::size_t least_size = 0;
};

class AllocationFault {
 public:
  explicit AllocationFault(const AllocationPlan& plan);
  AllocationFault(const AllocationFault&) = delete;
  AllocationFault& operator=(const AllocationFault&) = delete;
  ~AllocationFault();

  // The allocations that the plan numbers, so far.
  static std::size_t count();
};

// How many blocks are allocated now, in all threads.
std::ptrdiff_t blocks_in_use();

}  // namespace gntp::testing
