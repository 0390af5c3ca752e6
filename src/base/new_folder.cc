#include "base/new_folder.h"

#include <string>
#include <system_error>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/file_calls.h"
#include "base/folder.h"

namespace gntp {

namespace fs = std::filesystem;

fs::path first_missing(const fs::path& path) {
  fs::path missing = path;
  for (fs::path folder = path.parent_path(); !folder.empty() && !fs::exists(folder);
       folder = folder.parent_path()) {
    missing = folder;
  }
  return missing;
}

NewFolder::NewFolder(const fs::path& path)
    : path_(without_final_slash(path)), first_new_(first_missing(path_)) {
  require_free_name(path_);
  if (first_new_ != path_) make_folders(path_.parent_path());
  if (file_calls().make_folder(path_.c_str()) != 0) {
    const std::string reason = last_reason();
    remove_new_parents();
    fail("{}: cannot create: {}", path_.string(), reason);
  }
  synchronise_folder(parent_of(path_));
}

// Only empty ones: somebody else may have put something there.
void NewFolder::remove_new_parents() const noexcept {
  if (first_new_ != path_) remove_empty_folders(path_.parent_path(), first_new_);
}

NewFolder::~NewFolder() {
  if (kept_) return;
  remove_tree(path_);
  remove_new_parents();
}

fs::path without_final_slash(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

void require_free_name(const fs::path& path) {
  std::error_code ignored;
  if (path.empty() || fs::exists(fs::symlink_status(path, ignored))) {
    fail("{}: exists already; choose another name or remove it", path.string());
  }
}

}  // namespace gntp
