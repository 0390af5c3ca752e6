// A file as memory: its bytes are read from disk when somebody looks at them, and the system may
// forget them again, so that a file can be larger than the memory. The file must stay as it is
// while it is mapped. One that is replaced by another of its name (staged_file.h) does; one that is
// cut short in place ends the process when its lost bytes are read. Safe from several threads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace gntp {

class Descriptor;

class MappedFile {
 public:
  // The whole file. Throws Error with the path where it cannot be opened, is no file (a folder, a
  // pipe) or is empty.
  explicit MappedFile(const std::filesystem::path& path);
  // The same for a file that is open for reading; `path` is for messages.
  MappedFile(const Descriptor& file, const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gntp
