#include "engine/run_in_progress.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gntp/version.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/file_calls.h"
#include "base/folder.h"
#include "engine/manifest.h"
#include "engine/settings_history.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCheckpointFolder = "checkpoint";
constexpr const char* kStartFile = "start.json";
constexpr const char* kSettingsFile = "config.toml";
constexpr const char* kLockFile = "lock";

// Whoever writes a file beside its name, and is killed, leaves it there.
void remove_unfinished_files(const fs::path& folder) {
  for (const std::string& name : names_in(folder)) {
    if (name.starts_with('.') && name.find(".part-") != std::string::npos) {
      file_calls().remove_file((folder / name).c_str());
    }
  }
}

// Tries twice: what is left over would be in the way.
void remove_file(const fs::path& file) {
  if (file_calls().remove_file(file.c_str()) != 0) file_calls().remove_file(file.c_str());
}

// Who looks whether a training goes on has the lock for a moment (is_being_trained): that is waited
// for. False, with errno set, where another process trains.
bool take_lock(const Descriptor& file) {
  constexpr int kTries = 10;
  constexpr std::chrono::milliseconds kBetween{20};
  for (int i = 1; ::flock(file.number(), LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK || i == kTries) return false;
    std::this_thread::sleep_for(kBetween);
  }
  return true;
}

// A process that was killed right after it had made the folder, or an empty one: nothing in it is
// worth keeping.
bool is_abandoned(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored))) return false;
  const fs::path checkpoints = folder / kCheckpointFolder;
  for (const std::string& name : names_in(folder)) {
    if (name != kCheckpointFolder || fs::exists(checkpoints / kStartFile)) return false;
  }
  const Descriptor lock = open_file(checkpoints / kLockFile, O_RDWR);
  return !lock.is_open() || take_lock(lock);
}

}  // namespace

bool is_in_progress(const fs::path& folder) {
  return fs::exists(folder / kCheckpointFolder / kStartFile) && !fs::exists(folder / kManifestFile);
}

fs::path checkpoints_of(const fs::path& run) {
  return run / kCheckpointFolder;
}

bool is_being_trained(const fs::path& folder) {
  if (fs::exists(folder / kManifestFile)) return false;
  const Descriptor lock = open_file(checkpoints_of(folder) / kLockFile, O_RDONLY);
  return lock.is_open() && ::flock(lock.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void require_new_run(const fs::path& folder) {
  const fs::path target = without_final_slash(folder);
  if (is_in_progress(target)) {
    fail(
        "{}: holds a training that is not finished; go on with 'gntp train --resume {}', choose "
        "another name or remove it",
        target.string(), target.string());
  }
  if (!is_abandoned(target)) require_free_name(target);
}

RunInProgress::RunInProgress(const fs::path& folder, const Settings& settings, RunStart start)
    : folder_(without_final_slash(folder)) {
  require_new_run(folder_);
  remove_tree(folder_);  // if it is abandoned
  made_.emplace(folder_);
  make_folders(checkpoints());
  lock();
  const std::string config = settings.to_toml();
  start.settings = digest_of(config);
  write_file(checkpoints() / kSettingsFile, config);
  write_file(checkpoints() / kStartFile, to_json(start));
  synchronise_folder(folder_);
}

RunInProgress::RunInProgress(const fs::path& folder, Role role)
    : folder_(without_final_slash(folder)) {
  if (!fs::is_directory(folder_)) {
    fail("{}: no such folder; name the run folder of a training that was stopped",
         folder_.string());
  }
  if (!fs::exists(checkpoints() / kStartFile)) {
    fail("{}: has no training to go on with{}", folder_.string(),
         fs::exists(folder_ / kManifestFile) ? "; it is finished" : "");
  }
  if (role == Role::kTakesPart) return;
  lock();
  remove_unfinished_files(folder_);
  remove_unfinished_files(checkpoints());
}

RunStart RunInProgress::start() const {
  return read_run_start(checkpoints() / kStartFile);
}

AllOptions RunInProgress::settings(const RunStart& start) const {
  CheckedFolder files(checkpoints(), {{kSettingsFile, start.settings}});
  files.set_remedy("train anew");
  const fs::path file = files.file(kSettingsFile);
  return read_run_settings(file, check_version(GNTP_VERSION, file));
}

// The kernel lets go of it when the process ends, however it does.
void RunInProgress::lock() {
  const fs::path file = checkpoints() / kLockFile;
  lock_ = open_file(file, O_RDWR | O_CREAT);
  if (!lock_.is_open()) fail("{}: cannot write: {}", file.string(), last_reason());
  if (take_lock(lock_)) return;
  if (errno == EWOULDBLOCK) {
    fail("{}: another process is training in it; wait for it, or stop it first", folder_.string());
  }
  // A file system without locks: nothing guards against two writers there.
}

void RunInProgress::finish() {
  keep();
  // The start goes last: while it is there, `--resume` finishes what is left to do.
  for (const std::string& name : names_in(checkpoints())) {
    if (name != kStartFile) remove_file(checkpoints() / name);
  }
  remove_file(checkpoints() / kStartFile);
  remove_tree(checkpoints());
  if (fs::exists(checkpoints())) remove_tree(checkpoints());
  synchronise_folder(folder_);
}

}  // namespace gntp
