// A folder in the making, with the folders above it: unless it is kept, whatever was made is
// removed again. For one thread at a time.
#pragma once

#include <filesystem>

namespace gntp {

class NewFolder {
 public:
  // Throws Error if `path` exists already or cannot be made.
  explicit NewFolder(const std::filesystem::path& path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  const std::filesystem::path& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  void remove_new_parents() const noexcept;

  std::filesystem::path path_;
  std::filesystem::path first_new_;  // the outermost folder that was made
  bool kept_ = false;
};

// `runs/a/` is `runs/a`.
std::filesystem::path without_final_slash(const std::filesystem::path& path);

// The outermost folder that is missing: `path` itself where those above it are there.
std::filesystem::path first_missing(const std::filesystem::path& path);

// Throws Error if something has this name, be it a link that leads nowhere.
void require_free_name(const std::filesystem::path& path);

}  // namespace gntp
