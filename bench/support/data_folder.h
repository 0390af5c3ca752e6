// Where the published data sets are, unless a command says so: the folder that the environment
// variable GNTP_BENCHMARKS names, or the working folder.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace gntp::bench {

inline std::filesystem::path data_folder() {
  const char* folder = std::getenv("GNTP_BENCHMARKS");
  return folder == nullptr ? std::filesystem::current_path() : std::filesystem::path(folder);
}

}  // namespace gntp::bench
