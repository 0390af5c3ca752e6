#include "base/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace gntp {

namespace fs = std::filesystem;

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

bool Descriptor::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Descriptor::synchronise() const {
  // A pipe or a terminal has nothing to wait for and says EINVAL.
  return ::fsync(fd_) == 0 || errno == EINVAL;
}

bool Descriptor::close() {
  return ::close(std::exchange(fd_, -1)) == 0;
}

Descriptor open_file(const fs::path& path, int flags, unsigned mode) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, mode));
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

void synchronise_folder(const fs::path& folder) {
  const Descriptor file = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (file.is_open()) file.synchronise();
}

}  // namespace gntp
