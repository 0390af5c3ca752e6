// The journal of a sweep: one JSON line for each finished run, appended at once, so that a sweep
// that was stopped goes on where it was. Runs are known by a key of everything that decides their
// result. Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "device/device.h"
#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

struct SweepRun {
  std::string key;
  std::string data;  // the folder
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> settings;  // that vary, as TOML writes them
  std::optional<double> valid;                                // the score; nothing if it failed
  std::string error;                                          // why it failed
  std::size_t epoch = 0;                                      // that the scored model is from
  double seconds = 0;

  // All of it (base/byte_archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(key);
    archive(data);
    archive(seed);
    std::size_t count = settings.size();
    archive(count);
    settings.resize(count);
    for (auto& [name, value] : settings) {
      archive(name);
      archive(value);
    }
    archive(valid);
    archive(error);
    archive(epoch);
    archive(seconds);
  }
};

// Equal for runs that must have equal results: data, settings, seed, version and, where there are
// vectors to train, the device (text_of in device_choice.h).
std::string key_of(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                   std::string_view device);

class SweepJournal {
 public:
  // Reads what is there. A last line that was cut off is dropped. Throws Error if the file cannot
  // be read or written, is no journal, or another sweep is writing to it.
  explicit SweepJournal(const std::filesystem::path& path);
  // A copy of another process's, which alone writes the file: the same runs, in memory.
  explicit SweepJournal(std::vector<SweepRun> runs);

  std::vector<SweepRun> runs() const;
  // The run of that key, or nothing.
  std::optional<SweepRun> find(const std::string& key) const;
  void add(const SweepRun& run);

 private:
  void read_lines();
  [[noreturn]] void fail_to_write() const;

  std::filesystem::path path_;
  Descriptor file_;         // closed: of another process
  std::uint64_t size_ = 0;  // of its complete lines, in bytes
  mutable std::mutex mutex_;
  std::map<std::string, SweepRun> runs_;
};

}  // namespace gntp
