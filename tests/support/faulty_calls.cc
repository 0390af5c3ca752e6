#include "support/faulty_calls.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

namespace gntp::testing {

bool FaultyCalls::fails(Does does) {
  const std::size_t call = count_++;
  int error = 0;
  switch (fault_.kind) {
    case Fault::Kind::kNone:
    case Fault::Kind::kSmallPieces:
      break;
    case Fault::Kind::kFails:
      if (call == fault_.call) error = fault_.error;
      break;
    case Fault::Kind::kDiskFull:
      if (call >= fault_.call && (does == Does::kWrites || does == Does::kNames)) error = ENOSPC;
      break;
    case Fault::Kind::kInterrupted:
      if (call == fault_.call && (does == Does::kReads || does == Does::kWrites)) error = EINTR;
      break;
  }
  if (error == 0) return false;
  happened_ = true;
  errno = error;
  return true;
}

std::size_t FaultyCalls::piece(std::size_t size) const {
  constexpr std::size_t kSmall = 7;
  return fault_.kind == Fault::Kind::kSmallPieces ? std::min(size, kSmall) : size;
}

int FaultyCalls::open(const char* path, int flags, unsigned mode) {
  const bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (is_unnamed && unnamed_ == UnnamedFiles::kImpossible) {
    errno = EOPNOTSUPP;
    return -1;
  }
  const bool creates = is_unnamed || (flags & O_CREAT) != 0;
  return fails(creates ? Does::kNames : Does::kOther) ? -1 : FileCalls::open(path, flags, mode);
}

ssize_t FaultyCalls::read(int fd, char* to, std::size_t size) {
  return fails(Does::kReads) ? -1 : FileCalls::read(fd, to, piece(size));
}

ssize_t FaultyCalls::read_at(int fd, char* to, std::size_t size, off_t offset) {
  return fails(Does::kReads) ? -1 : FileCalls::read_at(fd, to, piece(size), offset);
}

ssize_t FaultyCalls::write(int fd, const char* from, std::size_t size) {
  const bool first = !happened_;
  if (!fails(Does::kWrites)) return FileCalls::write(fd, from, piece(size));
  // A disk takes what there is room for before it is full.
  if (errno == ENOSPC && first && size > 1) return FileCalls::write(fd, from, size / 2);
  return -1;
}

int FaultyCalls::truncate(int fd, off_t size) {
  return fails(Does::kOther) ? -1 : FileCalls::truncate(fd, size);
}

// The disk itself is not waited for: nobody cuts its power here.
int FaultyCalls::synchronise(int /*fd*/) {
  return fails(Does::kNames) ? -1 : 0;
}

// A file is closed even where that fails.
int FaultyCalls::close(int fd) {
  const bool failed = fails(Does::kOther);
  const int error = errno;
  const int result = FileCalls::close(fd);
  if (!failed) return result;
  errno = error;
  return -1;
}

void* FaultyCalls::map(int fd, std::size_t size) {
  return fails(Does::kOther) ? MAP_FAILED : FileCalls::map(fd, size);
}

int FaultyCalls::name(int fd, const char* path) {
  return fails(Does::kNames) ? -1 : FileCalls::name(fd, path);
}

int FaultyCalls::rename(const char* from, const char* to, unsigned flags) {
  return fails(Does::kNames) ? -1 : FileCalls::rename(from, to, flags);
}

int FaultyCalls::remove_file(const char* path) {
  return fails(Does::kOther) ? -1 : FileCalls::remove_file(path);
}

int FaultyCalls::make_folder(const char* path) {
  return fails(Does::kNames) ? -1 : FileCalls::make_folder(path);
}

int FaultyCalls::remove_folder(const char* path) {
  return fails(Does::kOther) ? -1 : FileCalls::remove_folder(path);
}

}  // namespace gntp::testing
