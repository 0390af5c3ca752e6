#include "base/file_calls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>

namespace gntp {
namespace {

constexpr mode_t kAnyone = 0777;  // less what the umask takes

std::atomic<FileCalls*>& current() {
  static FileCalls system;
  static std::atomic<FileCalls*> calls = &system;
  return calls;
}

}  // namespace

int FileCalls::open(const char* path, int flags, unsigned mode) {
  return ::open(path, flags, mode);
}

ssize_t FileCalls::read(int fd, char* to, std::size_t size) {
  return ::read(fd, to, size);
}

ssize_t FileCalls::read_at(int fd, char* to, std::size_t size, off_t offset) {
  return ::pread(fd, to, size, offset);
}

ssize_t FileCalls::write(int fd, const char* from, std::size_t size) {
  return ::write(fd, from, size);
}

int FileCalls::truncate(int fd, off_t size) {
  return ::ftruncate(fd, size);
}

int FileCalls::synchronise(int fd) {
  return ::fsync(fd);
}

int FileCalls::close(int fd) {
  return ::close(fd);
}

void* FileCalls::map(int fd, std::size_t size) {
  return ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
}

int FileCalls::name(int fd, const char* path) {
  const std::string open_file = "/proc/self/fd/" + std::to_string(fd);
  return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int FileCalls::rename(const char* from, const char* to, unsigned flags) {
  return flags == 0 ? ::rename(from, to) : ::renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
}

int FileCalls::remove_file(const char* path) {
  return ::unlink(path);
}

int FileCalls::make_folder(const char* path) {
  return ::mkdir(path, kAnyone);
}

int FileCalls::remove_folder(const char* path) {
  return ::rmdir(path);
}

FileCalls& file_calls() {
  return *current().load(std::memory_order_acquire);
}

InsteadOfFileCalls::InsteadOfFileCalls(FileCalls& calls) : before_(current().exchange(&calls)) {}

InsteadOfFileCalls::~InsteadOfFileCalls() {
  current().store(before_);
}

}  // namespace gntp
