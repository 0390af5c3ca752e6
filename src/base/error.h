// Errors that come from outside: a file, a rule, a query, a setting. Each says where, what is wrong
// and what to do about it, in one line. The library throws; only `main` catches and prints.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace gntp {

// Bad input or a failed system call (exit status 1).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A command line that cannot be understood (exit status 2).
class UsageError : public Error {
 public:
  using Error::Error;
};

// The user asked to stop (Ctrl-C); unwinds without leaving half-written files behind.
class Interrupted : public Error {
 public:
  using Error::Error;
};

// Throws an Error with the formatted message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

// Throws an Error whose message starts with `file:line: `.
template <typename... Args>
[[noreturn]] void fail_at(const std::filesystem::path& file, std::size_t line,
                          fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format("{}:{}: {}", file.string(), line,
                          fmt::format(format, std::forward<Args>(args)...)));
}

}  // namespace gntp
