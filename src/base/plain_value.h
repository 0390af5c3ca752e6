// Values that are their bytes, and can be written to files and read back as they lie in memory.
#pragma once

#include <type_traits>

namespace gntp {

template <typename T>
concept PlainValue = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

}  // namespace gntp
