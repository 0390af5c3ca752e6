#include "base/folder.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/file_calls.h"

namespace gntp {

namespace {

namespace fs = std::filesystem;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

// The folder and all that is in it; what is in a folder comes after it.
std::vector<fs::path> tree_of(const fs::path& folder) {
  std::vector<fs::path> paths = {folder};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::error_code ignored;
    const fs::path path = paths[i];
    if (!fs::is_directory(fs::symlink_status(path, ignored))) continue;
    for (const std::string& name : names_in(path)) paths.push_back(path / name);
  }
  return paths;
}

void remove_one(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(fs::symlink_status(path, ignored))) {
    file_calls().remove_folder(path.c_str());
  } else {
    file_calls().remove_file(path.c_str());
  }
}

}  // namespace

bool is_taken(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Not by std::filesystem: its iterators end the program where memory is short.
std::vector<std::string> names_in(const fs::path& folder) {
  Descriptor file = open_file(folder, O_RDONLY | O_DIRECTORY);
  const OpenFolder open(file.is_open() ? ::fdopendir(file.number()) : nullptr);
  if (!open) fail("{}: cannot list the folder: {}", folder.string(), last_reason());
  file.release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) fail("{}: cannot list the folder: {}", folder.string(), last_reason());
  std::ranges::sort(names);
  return names;
}

void make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;  // innermost first
  std::error_code ignored;
  for (fs::path above = folder; !above.empty() && !fs::exists(above, ignored);
       above = above.parent_path()) {
    missing.push_back(above);
  }
  fs::path made;  // the innermost so far
  for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
    bool is_there = file_calls().make_folder(path->c_str()) == 0;
    if (is_there) made = *path;
    // Somebody else may have been faster.
    is_there = is_there || (errno == EEXIST && fs::is_directory(*path, ignored));
    if (is_there && synchronise_folder(parent_of(*path))) continue;
    const std::string reason = last_reason();
    if (!made.empty()) remove_empty_folders(made, missing.back());
    fail("{}: cannot create: {}", path->string(), reason);
  }
}

void remove_empty_folders(const fs::path& folder, const fs::path& outermost) noexcept {
  try {
    fs::path path = folder;
    while (file_calls().remove_folder(path.c_str()) == 0 && path != outermost) {
      path = path.parent_path();
    }
  } catch (const std::bad_alloc&) {
    return;
  }
}

void remove_tree(const fs::path& folder) noexcept {
  try {
    std::vector<fs::path> paths = tree_of(folder);
    std::ranges::reverse(paths);  // so that folders are empty when they are removed
    for (const fs::path& path : paths) remove_one(path);
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace gntp
