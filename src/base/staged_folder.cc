#include "base/staged_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/error.h"
#include "base/file_calls.h"
#include "base/folder.h"
#include "base/new_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxStagingNames = 100;

// Renames unless `to` exists; false, with errno set, where that fails.
bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (file_calls().rename(from.c_str(), to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // The file system cannot promise it; looking first is the best there is.
  errno = EEXIST;
  return !is_taken(to) && file_calls().rename(from.c_str(), to.c_str(), 0) == 0;
}

enum class Lock { kTaken, kHeldByAnother, kUnknown };

// Whoever works in a staging folder holds a lock on it. Not every file system has locks.
Lock take_lock(const Descriptor& folder) {
  if (::flock(folder.number(), LOCK_EX | LOCK_NB) == 0) return Lock::kTaken;
  return errno == EWOULDBLOCK ? Lock::kHeldByAnother : Lock::kUnknown;
}

Descriptor open_folder(const fs::path& folder) {
  return open_file(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

// Whether the open folder still has this name: between making and locking it, somebody may have
// taken it for abandoned.
bool is_still(const fs::path& path, const Descriptor& open) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(open.number(), &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

// Removes what killed processes have left of earlier tries to make this folder.
void remove_abandoned(const fs::path& parent, const std::string& prefix) {
  std::error_code ignored;
  if (!fs::is_directory(parent, ignored)) return;
  for (const std::string& name : names_in(parent)) {
    if (!name.starts_with(prefix)) continue;
    const Descriptor folder = open_folder(parent / name);
    if (folder.is_open() && take_lock(folder) == Lock::kTaken) remove_tree(parent / name);
  }
}

}  // namespace

StagedFolder::StagedFolder(const fs::path& target) : target_(without_final_slash(target)) {
  require_free_name(target_);
  const fs::path first = first_missing(target_);
  if (first != target_) {
    make_folders(target_.parent_path());
    first_new_ = first;
  }
  try {
    make_staging();
  } catch (...) {
    if (!first_new_.empty()) remove_empty_folders(target_.parent_path(), first_new_);
    throw;
  }
}

void StagedFolder::make_staging() {
  const std::string prefix = fmt::format(".{}.partial-", target_.filename().string());
  remove_abandoned(parent_of(target_), prefix);
  // The name can be taken: by another thread of ours, for the same target.
  for (int i = 1; i <= kMaxStagingNames; ++i) {
    const std::string number = i == 1 ? "" : fmt::format("-{}", i);
    staging_ = parent_of(target_) / fmt::format("{}{}{}", prefix, ::getpid(), number);
    if (file_calls().make_folder(staging_.c_str()) != 0) {
      if (errno == EEXIST) continue;
      fail_to_create();
    }
    open_ = open_folder(staging_);
    if (!open_.is_open()) {
      const int reason = errno;
      file_calls().remove_folder(staging_.c_str());
      errno = reason;
      fail_to_create();
    }
    if (take_lock(open_) != Lock::kHeldByAnother && is_still(staging_, open_)) return;
  }
  fail("{}: cannot create: too many unfinished folders beside it; remove {}*", target_.string(),
       (parent_of(target_) / prefix).string());
}

StagedFolder::~StagedFolder() {
  if (committed_) return;
  remove_tree(staging_);
  if (!first_new_.empty()) remove_empty_folders(target_.parent_path(), first_new_);
}

void StagedFolder::commit() {
  if (!open_.synchronise()) fail_to_create();
  if (!rename_to_new(staging_, target_)) {
    if (is_taken(target_)) {
      fail("{}: appeared in the meantime; it is left as it is, choose another name",
           target_.string());
    }
    fail_to_create();
  }
  committed_ = true;
  if (!synchronise_folder(parent_of(target_))) {
    fail("{}: is there, but may not outlast a power cut: {}", target_.string(), last_reason());
  }
}

void StagedFolder::fail_to_create() const {
  fail("{}: cannot create: {}", target_.string(), last_reason());
}

}  // namespace gntp
