// What a training says while it goes on, for other processes (gntp/live.h): epochs and notes are
// appended to checkpoint/live.jsonl, and checkpoint/progress.json has the newest progress. Both are
// for looking at only: where they cannot be written, the training goes on, and nothing depends on
// what they hold.
//
// For the thread that trains.
#pragma once

#include <gntp/live.h>
#include <gntp/observer.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/stopwatch.h"

namespace gntp {

inline constexpr const char* kLiveFile = "live.jsonl";
inline constexpr const char* kProgressFile = "progress.json";
inline constexpr std::size_t kNotesKept = 200;

class LiveLog {
 public:
  // In an existing folder; goes on with the files that are there. From `most_bytes` on, every
  // second epoch is left out.
  explicit LiveLog(std::filesystem::path folder, std::size_t most_bytes = 4U << 20U);
  LiveLog(const LiveLog&) = delete;
  LiveLog& operator=(const LiveLog&) = delete;

  void add(const LiveTraining::Epoch& epoch) noexcept;
  // An observer that passes everything on, and logs it. Keeps references to this and to `observer`.
  Observer watch(const Observer& observer);

 private:
  void show(const Progress& progress) noexcept;
  void say(const std::string& text) noexcept;
  void append(const std::string& line);
  void thin_out();

  std::filesystem::path folder_;
  std::size_t most_bytes_;
  Descriptor file_;
  std::size_t size_ = 0;
  bool is_torn_ = false;   // what was written last may be half a line
  std::size_t every_ = 1;  // epochs of other numbers are left out
  Stopwatch since_start_;
  std::optional<Stopwatch> since_progress_;
  double wait_ = 0;  // seconds until the next progress
};

// What a log holds, whatever became of it; lines that cannot be read are passed over.
struct LiveLines {
  std::vector<LiveTraining::Epoch> epochs;  // each once, by part, restart and number
  std::vector<std::string> notes;           // the last ones
};
LiveLines read_live_lines(std::string_view text);

// The line of an epoch, with its end.
std::string to_line(const LiveTraining::Epoch& epoch);

}  // namespace gntp
