// The time of day as logs and marks have it.
#pragma once

#include <fmt/chrono.h>

#include <ctime>
#include <string>

namespace gntp {

// 2026-11-17T20:18:06Z
inline std::string utc_time() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace gntp
