// Does something that writes files again and again, each time with another of its file calls gone
// wrong, and looks at what is there afterwards:
//
//   walk_faults({.prepare = [](const fs::path& folder) { ... },
//                .act = [](const fs::path& folder) { run_quietly({"train", folder / "data", ...});
//                }});
//
// After an Error all is as it was before or as it is after a success, nothing else lies about, and
// doing it again works. A success is one: all is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gntp::testing {

// What a folder holds: bytes by path; folders end in '/'.
using FileTree = std::map<std::string, std::string>;

struct FaultWalk {
  // What changes together.
  enum class Together : std::uint8_t {
    kAll,
    kEachFile,
    kLines,    // a file grows line by line: what is there is the beginning of what there will be
    kResumed,  // what is new may be there in part: doing it again goes on with it
  };

  // Fills an empty folder; called once, for copies.
  std::function<void(const std::filesystem::path& folder)> prepare;
  // Throws Error where it fails.
  std::function<void(const std::filesystem::path& folder)> act;
  Together together = Together::kAll;
  // The bytes to compare, without times.
  std::function<std::string(const std::string& path, std::string bytes)> compared = {};
};

// Every single call fails; the disk is full from each one on; each is interrupted; all in small
// pieces. With and without files that have no name.
void walk_faults(const FaultWalk& walk);

// The power is cut before each call, and at the end. Hidden files may be left.
void walk_power_cuts(const FaultWalk& walk);

// Runs a command line in this process. Throws Error with what it says where its status is 1, and
// something else where it is neither 0 nor 1.
void run_quietly(const std::vector<std::string>& arguments);

}  // namespace gntp::testing
