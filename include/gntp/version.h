// The version of the headers, and how the library was built. `gntp.h` says what may change from one
// version to the next.
#pragma once

#include <gntp/export.h>

#include <cstdint>
#include <string>
#include <vector>

#define GNTP_VERSION "0.9.0"

namespace gntp {

// The version of the library that the program runs with, which may be newer than its headers.
GNTP_API const char* version();

// What a bug report needs to know about a build, and about the machine that it runs on.
struct BuildInformation {
  struct Library {
    std::string name;
    std::string version;
  };
  struct GraphicsProcessor {
    std::string name;          // as --device takes it: cuda:0
    std::string model;         // NVIDIA H200
    std::string architecture;  // 9.0
    std::uint64_t memory_bytes = 0;
    std::string problem;  // why it cannot be used; empty: it can
  };

  std::string version;
  std::string commit;      // as `git describe` names it; empty for sources that are no checkout
  std::string compiler;    // GCC 12.2.0
  std::string build_type;  // Release
  std::vector<Library> libraries;          // what the library is made with
  std::vector<std::string> simd_compiled;  // instruction sets that there is code for, best first
  std::string simd_chosen;                 // the one that this processor is given
  std::string blas_core;                   // the processor that OpenBLAS takes this one for
  bool hardened = false;
  std::vector<std::string> sanitizers;
  std::vector<GraphicsProcessor> gpus;
  std::string gpus_missing;  // why there are none; empty where there are some
};
GNTP_API BuildInformation build_information();

}  // namespace gntp
