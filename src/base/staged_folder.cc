#include "base/staged_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/descriptor.h"
#include "base/error.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxStagingNames = 100;

// Also of a link that leads nowhere.
bool is_taken(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Renames unless `to` exists; false, with errno set, where that fails.
bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // The file system cannot promise it; looking first is the best there is.
  errno = EEXIST;
  return !is_taken(to) && ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

StagedFolder::StagedFolder(const fs::path& target) : target_(target.lexically_normal()) {
  if (!target_.has_filename()) target_ = target_.parent_path();  // `runs/a/` is `runs/a`
  if (target_.empty() || is_taken(target_)) {
    fail("{}: exists already; choose another name or remove it", target_.string());
  }
  const std::string name = fmt::format(".{}.partial-{}", target_.filename().string(), ::getpid());
  // The name can be taken: by a killed process that had our number, or by us for the same target.
  std::error_code error;
  bool created = false;
  for (int i = 1; !created && !error && i <= kMaxStagingNames; ++i) {
    staging_ = parent_of(target_) / (i == 1 ? name : fmt::format("{}-{}", name, i));
    created = fs::create_directory(staging_, error);
  }
  if (!created) {
    fail("{}: cannot create: {}", target_.string(),
         error ? error.message() : "too many unfinished folders beside it; remove " + name + "*");
  }
}

StagedFolder::~StagedFolder() {
  std::error_code ignored;
  if (!committed_) fs::remove_all(staging_, ignored);
}

void StagedFolder::commit() {
  if (!rename_to_new(staging_, target_)) {
    if (is_taken(target_)) {
      fail("{}: appeared in the meantime; it is left as it is, choose another name",
           target_.string());
    }
    fail("{}: cannot create: {}", target_.string(), last_reason());
  }
  committed_ = true;
  synchronise_folder(parent_of(target_));
}

}  // namespace gntp
