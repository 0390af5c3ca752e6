#include "base/staged_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = std::size_t{1} << 20U;
constexpr mode_t kFileMode = 0666;  // less the umask
constexpr mode_t kScratchMode = 0600;

[[noreturn]] void fail_to_write(const fs::path& path) {
  fail("{}: cannot write: {}", path.string(), std::generic_category().message(errno));
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// A name beside `path` that no other thread or process takes.
fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  return parent_of(path) /
         fmt::format(".{}.part-{}-{}", path.filename().string(), ::getpid(), count++);
}

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) fail_to_write(path);
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

bool is_device(const fs::path& path) {
  std::error_code ignored;
  const std::string name = fs::absolute(path, ignored).lexically_normal().string();
  // The links in there lead to open files, which must not be replaced.
  return name.starts_with("/dev/") || name.starts_with("/proc/") || fs::is_other(path, ignored);
}

StagedFile::StagedFile(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  const bool device = is_device(path_);
  if (!device && fs::is_symlink(path_, ignored)) path_ = fs::weakly_canonical(path_, ignored);
  const fs::file_status status = fs::status(path_, ignored);
  if (fs::is_directory(status)) fail("{}: is a folder; give the name of a file", path_.string());
  if (!fs::is_directory(fs::status(parent_of(path_), ignored))) {
    fail("{}: cannot write: there is no folder {}; create it first", path_.string(),
         parent_of(path_).string());
  }
  if (!device) temporary_ = temporary_name(path_);
  fd_ = temporary_.empty()
            ? ::open(path_.c_str(), O_WRONLY | O_CLOEXEC)
            : ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (fd_ < 0) fail_to_write(path_);
}

StagedFile::~StagedFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void StagedFile::append(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBuffer) flush();
}

void StagedFile::flush() {
  write_all(fd_, buffer_, path_);
  buffer_.clear();
}

void StagedFile::commit() {
  flush();
  // A pipe or a terminal has nothing to wait for and says EINVAL.
  if (::fsync(fd_) != 0 && errno != EINVAL) fail_to_write(path_);
  if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0) fail_to_write(path_);
  const int fd = std::exchange(fd_, -1);
  if (::close(fd) != 0) fail_to_write(path_);
}

ScratchFile::ScratchFile(fs::path path) : path_(std::move(path)) {
  const fs::path name = temporary_name(path_);
  fd_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kScratchMode);
  if (fd_ < 0) fail_to_write(path_);
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() {
  unmap();
  ::close(fd_);
}

void ScratchFile::append(std::string_view bytes) {
  unmap();
  write_all(fd_, bytes, path_);
  size_ += bytes.size();
}

void ScratchFile::read(std::uint64_t offset, char* to, std::size_t size) const {
  while (size > 0) {
    const ssize_t count = ::pread(fd_, to, size, static_cast<off_t>(offset));
    if (count == 0 || (count < 0 && errno != EINTR)) {
      fail("{}: cannot read back what was put aside: {}", path_.string(),
           std::generic_category().message(count == 0 ? EIO : errno));
    }
    if (count < 0) continue;
    to += count;
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
}

std::string_view ScratchFile::map() {
  if (mapped_ == nullptr && size_ > 0) {
    void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd_, 0);
    if (mapped == MAP_FAILED) {
      fail("{}: cannot read back what was put aside: {}", path_.string(),
           std::generic_category().message(errno));
    }
    mapped_ = mapped;
    mapped_size_ = size_;
  }
  return {static_cast<const char*>(mapped_), mapped_size_};
}

void ScratchFile::unmap() {
  if (mapped_ != nullptr) ::munmap(std::exchange(mapped_, nullptr), std::exchange(mapped_size_, 0));
}

}  // namespace gntp
