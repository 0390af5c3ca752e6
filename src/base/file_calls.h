// Every call of the library that reads, writes, names or removes a file goes through here, so that
// tests can make any of them fail. In use they go straight to the operating system. Each returns
// what the system call of that kind returns and sets errno. Safe from several threads.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace gntp {

class FileCalls {
 public:
  FileCalls() = default;
  FileCalls(const FileCalls&) = delete;
  FileCalls& operator=(const FileCalls&) = delete;
  virtual ~FileCalls() = default;

  virtual int open(const char* path, int flags, unsigned mode);
  virtual ssize_t read(int fd, char* to, std::size_t size);
  virtual ssize_t read_at(int fd, char* to, std::size_t size, off_t offset);
  virtual ssize_t write(int fd, const char* from, std::size_t size);
  virtual int truncate(int fd, off_t size);
  virtual int synchronise(int fd);
  virtual int close(int fd);
  // Maps the whole file to read it; MAP_FAILED where that fails.
  virtual void* map(int fd, std::size_t size);
  // Gives an open file that has no name (O_TMPFILE) this one, which must be free.
  virtual int name(int fd, const char* path);
  // With the flags of renameat2(2).
  virtual int rename(const char* from, const char* to, unsigned flags);
  virtual int remove_file(const char* path);
  virtual int make_folder(const char* path);
  virtual int remove_folder(const char* path);
};

// Those of the operating system, unless a test has put others in their place.
FileCalls& file_calls();

// For tests: these calls are made instead, until the object is gone. One at a time, while no other
// thread uses files.
class InsteadOfFileCalls {
 public:
  explicit InsteadOfFileCalls(FileCalls& calls);
  InsteadOfFileCalls(const InsteadOfFileCalls&) = delete;
  InsteadOfFileCalls& operator=(const InsteadOfFileCalls&) = delete;
  ~InsteadOfFileCalls();

 private:
  FileCalls* before_;
};

}  // namespace gntp
