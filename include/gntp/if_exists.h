// What to do where a file that is to be written is there already.
#pragma once

#include <cstdint>

namespace gntp {

enum class IfExists : std::uint8_t { kRefuse, kReplace };

}  // namespace gntp
