// Programs as processes of their own, measured from outside.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/descriptor.h"

namespace gntp::bench {

// What a program reads, and where it writes to.
struct ProgramStreams {
  Descriptor input;              // none: nothing
  std::filesystem::path output;  // these two are written anew
  std::filesystem::path log;     // what it says on stderr
};

struct ProgramCost {
  double seconds = 0;          // by the clock
  double cpu_seconds = 0;      // of all its threads
  std::size_t peak_bytes = 0;  // of resident memory, pages of mapped files included
};

// Runs a program to its end; it does not outlive this process. Throws Error with the last line of
// its log where it fails. Requires: this process is small, because its own memory at the start
// counts for the program's.
ProgramCost run_program(const std::filesystem::path& program,
                        const std::vector<std::string>& arguments, ProgramStreams streams);

// gntp, beside the program that is running. Throws Error where it is not there.
std::filesystem::path gntp_program();

}  // namespace gntp::bench
