// Allocations that must not fail, because they are in a library that does not survive it.
#pragma once

#include <cstddef>

namespace gntp::testing {

// To be called before the first question; how many functions of that library there are.
std::size_t prepare_unfailing();

// Whether some caller of the allocation is such a function. Does not allocate.
bool must_not_fail();

}  // namespace gntp::testing
