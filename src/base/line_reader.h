// Reads a text file, plain or packed, line by line in bounded memory. Byte-order marks at the start
// of lines (a later line has one where files were put together) and CR at line ends are removed,
// and every line is checked to be UTF-8 without zero bytes and without CR inside. No line is
// copied. Throws Error for what cannot be opened or read, and LineError where a single line is at
// fault: the next call reads the line after it. For one thread at a time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace gntp {

class LineReader {
 public:
  explicit LineReader(std::filesystem::path path);
  explicit LineReader(ByteSource source);
  // Reads standard input; errors call it `<stdin>`.
  static LineReader standard_input();

  // Whether there was a further line; `line` is valid until the next call.
  bool next(std::string_view& line);
  // Whether a further line has arrived already, so that `next` will not wait for one.
  bool has_next() const;
  // Of the line last read, from 1.
  std::size_t line_number() const { return line_number_; }
  const std::filesystem::path& path() const { return source_.path(); }

 private:
  bool fill();
  void check(std::string_view& line) const;
  [[noreturn]] void reject_carriage_return(std::string_view line) const;

  ByteSource source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the unread part of buffer_
  std::size_t end_ = 0;
  std::size_t line_number_ = 0;
  bool at_end_ = false;
};

}  // namespace gntp
