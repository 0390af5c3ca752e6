// Files too large to be held in memory: the output that is written piece by piece, and what is put
// aside on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gntp {

// Whether the name is that of no file, but of a pipe or a device. /dev/stdout is one, whatever the
// shell has it lead to.
bool is_device(const std::filesystem::path& path);

// A file that grows piece by piece and appears under its name only when it is complete, in place of
// one that may be there. A link is followed; a device is written to as it is.
class StagedFile {
 public:
  // Throws Error where the folder is missing or cannot be written.
  explicit StagedFile(std::filesystem::path path);
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  void append(std::string_view bytes);
  void commit();

 private:
  void flush();

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty where there is none
  int fd_ = -1;
  std::string buffer_;
};

// Bytes put aside on disk, in a file without a name beside `path`: it is gone when this is, however
// the process ends. Reading at several places at once is fine; writing is for one thread.
class ScratchFile {
 public:
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

  std::filesystem::path path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace gntp
