// A run folder while its training is under way. RUN/checkpoint/ holds what it was begun with
// (start.json, config.toml), its checkpoints, what it says (live_log.h) and a lock, and is removed
// last: a run folder that has it, and no manifest, is not finished. One process at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "base/new_folder.h"
#include "engine/run_start.h"
#include "engine/settings.h"

namespace gntp {

// Whether the folder holds a training that was begun and not finished.
bool is_in_progress(const std::filesystem::path& folder);
// Whether a process is at work on a training in it; not known, and so no, where the file system has
// no locks.
bool is_being_trained(const std::filesystem::path& folder);
// Where it holds what is for the way there.
std::filesystem::path checkpoints_of(const std::filesystem::path& run);

class RunInProgress {
 public:
  // Makes the folder, and those above it. Throws Error if it exists. Unless it is kept, the
  // destructor removes what was made.
  RunInProgress(const std::filesystem::path& folder, const Settings& settings, RunStart start);
  // Goes on with one. Throws Error where there is none, or another process has it. Who only takes
  // part in a training that another process writes just reads what it was begun with.
  enum class Role : std::uint8_t { kWrites, kTakesPart };
  explicit RunInProgress(const std::filesystem::path& folder, Role role = Role::kWrites);
  RunInProgress(const RunInProgress&) = delete;
  RunInProgress& operator=(const RunInProgress&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path checkpoints() const { return checkpoints_of(folder_); }
  RunStart start() const;
  AllOptions settings(const RunStart& start) const;

  void keep() {
    if (made_) made_->keep();
  }
  // Once the folder holds all files of a run: removes what was for the way there.
  void finish();

 private:
  void lock();

  std::filesystem::path folder_;
  std::optional<NewFolder> made_;  // nothing: it was there
  Descriptor lock_;
};

}  // namespace gntp
