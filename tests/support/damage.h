// Random damages of a folder's files, the same for the same seed.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace gntp::testing {

// The bytes of a folder's files, by name.
using Files = std::map<std::string, std::string>;

class Damager {
 public:
  explicit Damager(std::uint32_t seed) : random_(seed) {}

  // Damages one file or two; says what was done. The files may be the same as before.
  std::string damage(Files& files) {
    const std::string name = any_name(files);
    switch (below(10)) {
      case 0:
        files.erase(name);
        return "deleted " + name;
      case 1:
        return swap(files, name);
      case 2:
        return change_version(files);
      case 3:
        return reorder(files);
      default:
        return "damaged " + name + ": " + change(files.at(name));
    }
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  std::string any_name(const Files& files) {
    return std::next(files.begin(), static_cast<std::ptrdiff_t>(below(files.size())))->first;
  }

  // One of these names that there is a file of.
  std::string any_of(std::span<const std::string> names, const Files& files) {
    std::vector<std::string> there;
    std::ranges::copy_if(names, std::back_inserter(there),
                         [&](const std::string& name) { return files.contains(name); });
    return there.at(below(there.size()));
  }

  std::string swap(Files& files, const std::string& name) {
    const std::string other = any_name(files);
    files.at(name).swap(files.at(other));
    return "swapped " + name + " and " + other;
  }

  std::string change_version(Files& files) {
    static const std::array<std::string, 8> kVersions{"0.1.0", "0.2.0", "0.2.9", "0.3.1",
                                                      "9.9.9", "1",     "",      "-1.0.0"};
    static const std::array<std::string, 3> kFiles{"metadata.json", "manifest.json", "start.json"};
    const std::string& version = kVersions[below(kVersions.size())];
    const std::string name = any_of(kFiles, files);
    std::string& text = files.at(name);
    const std::size_t begin = text.find("\"version\": \"") + 12;
    text.replace(begin, text.find('"', begin) - begin, version);
    return "version " + version + " in " + name;
  }

  // Exchanges two lines of a text.
  std::string reorder(Files& files) {
    static const std::array<std::string, 6> kTexts{"entities.tsv", "relations.tsv", "config.toml",
                                                   "trace.jsonl",  "manifest.json", "start.json"};
    const std::string name = any_of(kTexts, files);
    std::string& text = files.at(name);
    std::vector<std::string> lines;
    for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
    std::swap(lines[below(lines.size())], lines[below(lines.size())]);
    text = join(lines, "\n");
    return "reordered " + name;
  }

  std::string change(std::string& bytes) {
    if (bytes.empty()) bytes = "?";
    const std::size_t place = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes.resize(place);
        return "cut";
      case 1:
        bytes.clear();
        return "emptied";
      case 2:
        bytes += std::string(1 + below(9), static_cast<char>(below(256)));
        return "appended";
      case 3:
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place),
                    std::min(bytes.size() - place, below(512)), '\0');
        return "zeroed";
      default:
        bytes[place] = static_cast<char>(bytes[place] ^ (1U << below(8)));
        return "flipped a bit";
    }
  }

  std::mt19937 random_;
};

inline Files read_files(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

// Makes the folder hold these files; those that are as in `before` are left as they are.
inline void write_files(const std::filesystem::path& folder, const Files& files,
                        const Files& before) {
  for (const auto& [name, bytes] : before) {
    if (!files.contains(name)) std::filesystem::remove(folder / name);
  }
  for (const auto& [name, bytes] : files) {
    const auto old = before.find(name);
    if (old != before.end() && old->second == bytes) continue;
    std::ofstream(folder / name, std::ios::binary) << bytes;
  }
}

}  // namespace gntp::testing
