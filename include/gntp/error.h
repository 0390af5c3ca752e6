// Errors that come from outside: a file, a rule, a query, a setting. Each says where, what is wrong
// and what to do about it, in one line. The library throws them and prints nothing.
#pragma once

#include <gntp/export.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace gntp {

// Bad input or a failed system call.
class GNTP_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // About one line of a file, from 1: "file:line: what".
  Error(const std::string& file, std::size_t line, const std::string& what);

  // The file and the line that it is about; null and 0 where it is about no line.
  const char* file() const noexcept { return file_ ? file_->c_str() : nullptr; }
  std::size_t line() const noexcept { return line_; }

 private:
  std::shared_ptr<const std::string> file_;
  std::size_t line_ = 0;
};

// A wrong request: an unknown setting, preset or split, or settings that do not go together.
class GNTP_API UsageError : public Error {
 public:
  using Error::Error;
};

// The caller asked to stop (Observer::stop). No half-written file is left behind.
class GNTP_API Interrupted : public Error {
 public:
  using Error::Error;
};

// What becomes of a line of a user's file that cannot be used: it is an Error, or it is left out
// and counted, with a warning. A file that cannot be read at all is always an Error.
enum class OnError : std::uint8_t { kStop, kSkip };

}  // namespace gntp
