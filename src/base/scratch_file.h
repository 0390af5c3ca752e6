// Bytes spilled to disk because memory is short, in a file without a name beside `path`: it is gone
// when this is, however the process ends. Reading at several places at once is fine; writing is for
// one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/descriptor.h"

namespace gntp {

class ScratchFile {
 public:
  // Throws Error where the folder of `path` cannot be written.
  explicit ScratchFile(std::filesystem::path path);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  std::uint64_t size() const { return size_; }
  void append(std::string_view bytes);
  // Requires: offset + size is at most size().
  void read(std::uint64_t offset, char* to, std::size_t size) const;
  // All bytes, without copying them; valid until the next append.
  std::string_view map();

 private:
  void unmap();
  void remove_name();

  std::filesystem::path path_;
  std::filesystem::path name_;  // mostly empty: it has none
  Descriptor file_;
  std::uint64_t size_ = 0;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace gntp
