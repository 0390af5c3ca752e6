// What a folder holds, to compare runs with.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/file.h"

namespace gntp::testing {

// Each file's bytes by its name within the folder; how long things took (times.json) is left out.
inline std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::filesystem::path name = entry.path().lexically_relative(folder);
    if (name == "times.json") continue;
    files[name.string()] = entry.is_directory() ? "a folder" : read_file(entry.path());
  }
  return files;
}

// The names in which two folders differ, for a message; empty where they are the same.
inline std::string difference(const std::filesystem::path& a, const std::filesystem::path& b) {
  const auto left = contents(a);
  const auto right = contents(b);
  std::string names;
  for (const auto& [name, bytes] : left) {
    if (!right.contains(name) || right.at(name) != bytes) names += name + ' ';
  }
  for (const auto& [name, bytes] : right) {
    if (!left.contains(name)) names += name + ' ';
  }
  return names;
}

}  // namespace gntp::testing
