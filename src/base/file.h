// Reading text, plain or gzipped, and writing files so that a reader sees the old one or the new
// one, never half of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace gntp {

// Reads a text file (or its .gz) line by line in bounded memory: a byte-order mark at the start and
// CR at line ends are removed, and every line is checked to be UTF-8 without zero bytes. No line is
// copied. Throws Error for what cannot be opened or read, with file:line where a line is at fault.
class LineReader {
 public:
  explicit LineReader(std::filesystem::path path);
  // Reads standard input; errors call it `<stdin>`.
  static LineReader standard_input();

  // Whether there was a further line; `line` is valid until the next call.
  bool next(std::string_view& line);
  // Of the line last read, from 1.
  std::size_t line_number() const { return line_number_; }
  const std::filesystem::path& path() const { return source_.path(); }

 private:
  explicit LineReader(ByteSource source);
  bool fill();
  void check(std::string_view& line) const;

  ByteSource source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread part of buffer_
  std::size_t end_ = 0;
  std::size_t line_number_ = 0;
  bool at_end_ = false;
};

// The whole file, as it is.
std::string read_file(const std::filesystem::path& path);

// Writes to a temporary name beside `path`, then renames. What is no file (/dev/stdout) is written
// to as it is.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// The xxHash64 of the file's bytes, as 16 hexadecimal digits.
std::string file_hash(const std::filesystem::path& path);

// A folder that appears under its final name only when it is complete. Until `commit` everything
// lives in a hidden sibling that the destructor removes.
class StagedFolder {
 public:
  // Throws Error if `target` exists already or its parent cannot be written.
  explicit StagedFolder(const std::filesystem::path& target);
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  ~StagedFolder();

  const std::filesystem::path& path() const { return staging_; }
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path staging_;
  bool committed_ = false;
};

}  // namespace gntp
