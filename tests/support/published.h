// Data sets that others have published are no part of this repository. Tests that need one look in
// the folder that the environment variable GNTP_BENCHMARKS names, and are skipped, which ctest
// reports, where it is not there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace gntp {

// Empty where there is none.
inline std::filesystem::path published(const std::string& name) {
  const char* folder = std::getenv("GNTP_BENCHMARKS");
  if (folder == nullptr || !std::filesystem::exists(std::filesystem::path(folder) / name))
    return {};
  return std::filesystem::path(folder) / name;
}

inline std::string not_published(const std::string& name) {
  return "NOT TESTED: set GNTP_BENCHMARKS to a folder that holds " + name;
}

}  // namespace gntp
