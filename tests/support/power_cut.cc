#include "support/power_cut.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint64_t inode_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw std::runtime_error("no " + path.string());
  return status.st_ino;
}

fs::path path_of(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

}  // namespace

PowerCut::PowerCut(fs::path folder, fs::path left, std::size_t call, Unsynchronised kept)
    : folder_(std::move(folder)), left_(std::move(left)), call_(call), kept_(kept) {
  store_all(folder_);
}

void PowerCut::store_all(const fs::path& folder) {
  store(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory()) {
      store_all(entry.path());
    } else {
      store(entry.path());
    }
  }
}

// What the path leads to is on the disk, as it is now. What a folder names but was never stored is
// there without its bytes or names.
PowerCut::Inode PowerCut::store(const fs::path& path) {
  const Inode inode = inode_of(path);
  Stored stored;
  stored.is_folder = fs::is_directory(path);
  if (stored.is_folder) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      const Inode inner = inode_of(entry.path());
      stored.names[entry.path().filename()] = inner;
      disk_.try_emplace(inner, Stored{entry.is_directory(), {}, {}});
      seen_.emplace_back(::open(entry.path().c_str(), O_PATH | O_CLOEXEC));
    }
  } else {
    stored.bytes = bytes_of(path);
  }
  seen_.emplace_back(::open(path.c_str(), O_PATH | O_CLOEXEC));
  disk_[inode] = std::move(stored);
  return inode;
}

void PowerCut::put(Inode inode, const fs::path& to) const {
  const Stored& stored = disk_.at(inode);
  if (!stored.is_folder) {
    std::ofstream(to, std::ios::binary) << stored.bytes;
    return;
  }
  fs::create_directory(to);
  for (const auto& [name, inner] : stored.names) put(inner, to / name);
}

void PowerCut::put_names(const fs::path& from, const fs::path& to) const {
  fs::create_directory(to);
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    const fs::path target = to / entry.path().filename();
    if (entry.is_directory()) {
      put_names(entry.path(), target);
    } else {
      const auto found = disk_.find(inode_of(entry.path()));
      std::ofstream(target, std::ios::binary)
          << (found == disk_.end() ? std::string() : found->second.bytes);
    }
  }
}

void PowerCut::leave() {
  if (kept_ == Unsynchronised::kForgotten) {
    put(inode_of(folder_), left_);
  } else {
    put_names(folder_, left_);
  }
}

void PowerCut::next_call() {
  if (count_++ != call_) return;
  leave();
  ::_exit(kCut);
}

int PowerCut::open(const char* path, int flags, unsigned mode) {
  next_call();
  return FileCalls::open(path, flags, mode);
}

ssize_t PowerCut::read(int fd, char* to, std::size_t size) {
  return FileCalls::read(fd, to, size);  // changes nothing
}

ssize_t PowerCut::read_at(int fd, char* to, std::size_t size, off_t offset) {
  return FileCalls::read_at(fd, to, size, offset);
}

ssize_t PowerCut::write(int fd, const char* from, std::size_t size) {
  next_call();
  return FileCalls::write(fd, from, size);
}

int PowerCut::truncate(int fd, off_t size) {
  next_call();
  return FileCalls::truncate(fd, size);
}

int PowerCut::synchronise(int fd) {
  next_call();
  store(path_of(fd));
  return 0;
}

int PowerCut::close(int fd) {
  next_call();
  return FileCalls::close(fd);
}

int PowerCut::name(int fd, const char* path) {
  next_call();
  return FileCalls::name(fd, path);
}

int PowerCut::rename(const char* from, const char* to, unsigned flags) {
  next_call();
  return FileCalls::rename(from, to, flags);
}

int PowerCut::remove_file(const char* path) {
  next_call();
  return FileCalls::remove_file(path);
}

int PowerCut::make_folder(const char* path) {
  next_call();
  return FileCalls::make_folder(path);
}

int PowerCut::remove_folder(const char* path) {
  next_call();
  return FileCalls::remove_folder(path);
}

}  // namespace gntp::testing
