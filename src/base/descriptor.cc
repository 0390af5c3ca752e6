#include "base/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file_calls.h"

namespace gntp {

namespace fs = std::filesystem;

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) file_calls().close(fd_);
}

ssize_t Descriptor::read(char* to, std::size_t size) const {
  for (;;) {
    const ssize_t count = file_calls().read(fd_, to, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

bool Descriptor::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = file_calls().write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Descriptor::synchronise() const {
  // A pipe or a terminal has nothing to wait for and says EINVAL.
  return file_calls().synchronise(fd_) == 0 || errno == EINVAL;
}

bool Descriptor::close() {
  return file_calls().close(std::exchange(fd_, -1)) == 0;
}

Descriptor open_file(const fs::path& path, int flags, unsigned mode) {
  return Descriptor(file_calls().open(path.c_str(), flags | O_CLOEXEC, mode));
}

Descriptor open_unnamed(const fs::path& folder, int flags, unsigned mode) {
  // An unnamed file is given its name through /proc.
  if (::access("/proc/self/fd", X_OK) != 0) {
    errno = EOPNOTSUPP;
    return Descriptor();
  }
  Descriptor file = open_file(folder, O_TMPFILE | flags, mode);
  // What kernels and file systems say that do not know the flag.
  if (!file.is_open() && (errno == EISDIR || errno == EINVAL)) errno = EOPNOTSUPP;
  return file;
}

std::string last_reason() {
  return std::generic_category().message(errno);
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  return parent_of(path) /
         fmt::format(".{}.part-{}-{}", path.filename().string(), ::getpid(), count++);
}

bool synchronise_folder(const fs::path& folder) {
  const Descriptor file = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (!file.is_open()) return errno == EACCES;  // writable, but not readable
  return file.synchronise();
}

}  // namespace gntp
