#include "base/scratch_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kOwnerOnly = 0600;

[[noreturn]] void fail_to_read(const fs::path& path) {
  fail("{}: cannot read back what was spilled to disk: {}", path.string(), last_reason());
}

}  // namespace

ScratchFile::ScratchFile(fs::path path) : path_(std::move(path)) {
  const fs::path name = temporary_name(path_);
  file_ = open_file(name, O_RDWR | O_CREAT | O_EXCL, kOwnerOnly);
  if (!file_.is_open()) fail("{}: cannot write: {}", path_.string(), last_reason());
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() {
  unmap();
}

void ScratchFile::append(std::string_view bytes) {
  unmap();
  if (!file_.write(bytes)) fail("{}: cannot write: {}", path_.string(), last_reason());
  size_ += bytes.size();
}

void ScratchFile::read(std::uint64_t offset, char* to, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = ::pread(file_.number(), to, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;
    if (count <= 0) fail_to_read(path_);
    to += count;
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
}

std::string_view ScratchFile::map() {
  if (mapped_ == nullptr && size_ > 0) {
    void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_.number(), 0);
    if (mapped == MAP_FAILED) fail_to_read(path_);
    mapped_ = mapped;
    mapped_size_ = size_;
  }
  return {static_cast<const char*>(mapped_), mapped_size_};
}

void ScratchFile::unmap() {
  if (mapped_ != nullptr) ::munmap(std::exchange(mapped_, nullptr), std::exchange(mapped_size_, 0));
}

}  // namespace gntp
