// File calls on a disk that forgets, when its power is cut, all that was not synchronised: bytes of
// files, and names that came or went in folders. For the files in one folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/file_calls.h"

namespace gntp::testing {

// What a disk may still know of what was not synchronised.
enum class Unsynchronised : std::uint8_t {
  kForgotten,  // nothing
  kNamesKept,  // all names, but not the bytes: they are written in an order of the disk's own
};

class PowerCut : public FileCalls {
 public:
  // All that `folder` holds now is on the disk. At the call with this number, from 0, what is left
  // is put into `left`, a new folder, and the process ends with kCut.
  PowerCut(std::filesystem::path folder, std::filesystem::path left, std::size_t call,
           Unsynchronised kept);

  static constexpr int kCut = 77;

  // Puts what would be left now into the folder for it.
  void leave();

  int open(const char* path, int flags, unsigned mode) override;
  ssize_t read(int fd, char* to, std::size_t size) override;
  ssize_t read_at(int fd, char* to, std::size_t size, off_t offset) override;
  ssize_t write(int fd, const char* from, std::size_t size) override;
  int truncate(int fd, off_t size) override;
  int synchronise(int fd) override;
  int close(int fd) override;
  int name(int fd, const char* path) override;
  int rename(const char* from, const char* to, unsigned flags) override;
  int remove_file(const char* path) override;
  int make_folder(const char* path) override;
  int remove_folder(const char* path) override;

 private:
  using Inode = std::uint64_t;
  // A file or a folder as it is on the disk.
  struct Stored {
    bool is_folder = false;
    std::string bytes;                   // of a file
    std::map<std::string, Inode> names;  // of a folder
  };
  void next_call();
  Inode store(const std::filesystem::path& path);
  void store_all(const std::filesystem::path& folder);
  void put(Inode inode, const std::filesystem::path& to) const;
  void put_names(const std::filesystem::path& from, const std::filesystem::path& to) const;

  std::filesystem::path folder_;
  std::filesystem::path left_;
  std::size_t call_;
  Unsynchronised kept_;
  std::size_t count_ = 0;
  std::map<Inode, Stored> disk_;
  std::vector<Descriptor> seen_;  // kept open, so that no number is given twice
};

}  // namespace gntp::testing
