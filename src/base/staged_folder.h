// A folder that appears under its final name, and those above it, only when it is complete. Until
// `commit` everything lives in a hidden sibling that the destructor removes; what a killed process
// leaves is removed by the next one that makes a folder of this name. For one thread at a time.
#pragma once

#include <filesystem>

#include "base/descriptor.h"

namespace gntp {

class StagedFolder {
 public:
  // Throws Error if `target` exists already or its parent cannot be written.
  explicit StagedFolder(const std::filesystem::path& target);
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  ~StagedFolder();

  // Where to put the files until then.
  const std::filesystem::path& path() const { return staging_; }
  // Gives the folder its name. Throws Error if that was taken in the meantime.
  void commit();

 private:
  void make_staging();
  [[noreturn]] void fail_to_create() const;

  std::filesystem::path target_;
  std::filesystem::path first_new_;  // the outermost folder above it that was made; empty: none
  std::filesystem::path staging_;
  Descriptor open_;  // the sibling, locked: somebody works in it
  bool committed_ = false;
};

}  // namespace gntp
