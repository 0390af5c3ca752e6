#include "base/scratch_file.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "base/error.h"
#include "base/file_calls.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kOwnerOnly = 0600;

[[noreturn]] void fail_to_read(const fs::path& path) {
  fail("{}: cannot read back what was spilled to disk: {}", path.string(), last_reason());
}

}  // namespace

ScratchFile::ScratchFile(fs::path path) : path_(std::move(path)) {
  file_ = open_unnamed(parent_of(path_), O_RDWR | O_EXCL, kOwnerOnly);
  if (!file_.is_open() && errno == EOPNOTSUPP) {
    name_ = temporary_name(path_);
    file_ = open_file(name_, O_RDWR | O_CREAT | O_EXCL, kOwnerOnly);
    remove_name();
  }
  if (!file_.is_open()) fail("{}: cannot write: {}", path_.string(), last_reason());
}

ScratchFile::~ScratchFile() {
  unmap();
  remove_name();
}

// Where that fails the destructor tries again.
void ScratchFile::remove_name() {
  const int reason = errno;
  if (!name_.empty() && file_calls().remove_file(name_.c_str()) == 0) name_.clear();
  errno = reason;
}

void ScratchFile::append(std::string_view bytes) {
  unmap();
  if (!file_.write(bytes)) fail("{}: cannot write: {}", path_.string(), last_reason());
  size_ += bytes.size();
}

void ScratchFile::read(std::uint64_t offset, char* to, std::size_t size) const {
  while (size > 0) {
    const ssize_t count =
        file_calls().read_at(file_.number(), to, size, static_cast<off_t>(offset));
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
    void* mapped = file_calls().map(file_.number(), size_);
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
