// A run folder while its training is under way. RUN/checkpoint/ holds what it was begun with
// (start.json, config.toml), its checkpoints and a lock, and is removed last: a run folder that has
// it, and no manifest, is not finished. One process at a time.
#pragma once

#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "base/new_folder.h"
#include "engine/run_start.h"
#include "engine/settings.h"

namespace gntp {

// Whether the folder holds a training that was begun and not finished.
bool is_in_progress(const std::filesystem::path& folder);

class RunInProgress {
 public:
  // Makes the folder, and those above it. Throws Error if it exists. Unless it is kept, the
  // destructor removes what was made.
  RunInProgress(const std::filesystem::path& folder, const Settings& settings, RunStart start);
  // Goes on with one. Throws Error where there is none, or another process has it.
  explicit RunInProgress(const std::filesystem::path& folder);
  RunInProgress(const RunInProgress&) = delete;
  RunInProgress& operator=(const RunInProgress&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path checkpoints() const;
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
