#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <utility>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/file_calls.h"

namespace gntp {
namespace {

[[noreturn]] void fail_to_read(const std::filesystem::path& path) {
  fail("{}: cannot read: {}", path.string(), last_reason());
}

}  // namespace

// Does not wait for somebody to write to a pipe.
MappedFile::MappedFile(const std::filesystem::path& path)
    : MappedFile(open_file(path, O_RDONLY | O_NONBLOCK), path) {}

MappedFile::MappedFile(const Descriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) fail_to_read(path);
  if (S_ISDIR(status.st_mode)) fail("{}: is a folder; give the name of a file", path.string());
  if (!S_ISREG(status.st_mode)) {
    fail("{}: is no file on a disk; copy it to one first", path.string());
  }
  if (status.st_size == 0) fail("{}: is empty", path.string());
  const auto size = static_cast<std::size_t>(status.st_size);
  void* mapped = file_calls().map(file.number(), size);
  if (mapped == MAP_FAILED) fail_to_read(path);
  data_ = static_cast<const std::byte*>(mapped);
  size_ = size;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  // The system asks for a pointer to what may be changed, and changes nothing.
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);  // NOLINT
}

}  // namespace gntp
