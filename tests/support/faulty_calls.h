// File calls that fail as a disk does: once, for good because it is full, or a little at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/file_calls.h"

namespace gntp::testing {

struct Fault {
  enum class Kind : std::uint8_t {
    kNone,
    kFails,        // one call fails with `error`
    kDiskFull,     // from this call on nothing can be written, but removed
    kInterrupted,  // one read or write is interrupted before it did anything
    kSmallPieces,  // every read and every write takes a few bytes only
  };
  Kind kind = Kind::kNone;
  std::size_t call = 0;  // which one, from 0
  int error = 0;
};

// Whether the file system has files without a name, as some have not.
enum class UnnamedFiles : std::uint8_t { kPossible, kImpossible };

class FaultyCalls : public FileCalls {
 public:
  FaultyCalls(const Fault& fault, UnnamedFiles unnamed) : fault_(fault), unnamed_(unnamed) {}

  // How many calls there were.
  std::size_t count() const { return count_; }
  // Whether the fault had a chance to happen.
  bool happened() const { return happened_; }

  int open(const char* path, int flags, unsigned mode) override;
  ssize_t read(int fd, char* to, std::size_t size) override;
  ssize_t read_at(int fd, char* to, std::size_t size, off_t offset) override;
  ssize_t write(int fd, const char* from, std::size_t size) override;
  int truncate(int fd, off_t size) override;
  int synchronise(int fd) override;
  int close(int fd) override;
  void* map(int fd, std::size_t size) override;
  int name(int fd, const char* path) override;
  int rename(const char* from, const char* to, unsigned flags) override;
  int remove_file(const char* path) override;
  int make_folder(const char* path) override;
  int remove_folder(const char* path) override;

 private:
  // What a call does.
  enum class Does : std::uint8_t { kReads, kWrites, kNames, kOther };
  // Whether this call fails, with errno set.
  bool fails(Does does);
  std::size_t piece(std::size_t size) const;

  Fault fault_;
  UnnamedFiles unnamed_;
  std::size_t count_ = 0;
  bool happened_ = false;
};

}  // namespace gntp::testing
