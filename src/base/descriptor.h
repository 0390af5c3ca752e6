// An open file of the operating system, closed when it goes out of scope. For one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace gntp {

class Descriptor {
 public:
  // Takes over an open descriptor; a negative one is none.
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int number() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

  // At most `size` bytes, 0 at the end; -1, with errno set, where that fails.
  ssize_t read(char* to, std::size_t size) const;
  // Writes all bytes; false, with errno set, where that fails.
  bool write(std::string_view bytes) const;
  // Waits until the disk has the bytes; false, with errno set, where that fails.
  bool synchronise() const;
  // Gives it away: it is closed by somebody else.
  int release() { return std::exchange(fd_, -1); }
  // Closes now; false, with errno set, where the bytes written did not arrive.
  bool close();

 private:
  int fd_;
};

// Opens with the flags of open(2); is_open() says whether that worked, errno why not.
Descriptor open_file(const std::filesystem::path& path, int flags, unsigned mode = 0666);

// Opens a file that has no name in `folder` and is gone when it is closed, unless it is given a
// name (FileCalls::name). Where the system has no such files: not open, with errno EOPNOTSUPP.
Descriptor open_unnamed(const std::filesystem::path& folder, int flags, unsigned mode = 0666);

// The operating system's words for errno.
std::string last_reason();

// The folder that a file is in.
std::filesystem::path parent_of(const std::filesystem::path& path);

// A hidden name beside `path` that no other thread or process takes.
std::filesystem::path temporary_name(const std::filesystem::path& path);

// Makes names that have come or gone in `folder` last through a crash; false, with errno set, where
// the disk says that they will not. A file system that cannot promise it is no failure.
bool synchronise_folder(const std::filesystem::path& folder);

}  // namespace gntp
