// How errors (gntp/error.h) are thrown: each says where, what is wrong and what to do about it, in
// one line. The library throws; only `main` catches and prints.
#pragma once

#include <fmt/format.h>
#include <gntp/error.h>

#include <cstddef>
#include <filesystem>
#include <utility>

namespace gntp {

// An Error about one line of a file: a reader may leave the line out and go on (bad_lines.h).
class LineError : public Error {
 public:
  using Error::Error;
};

// Throws an Error with the formatted message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

// Throws an Error about a line of a file, after which nothing can be read.
template <typename... Args>
[[noreturn]] void fail_for_good(const std::filesystem::path& file, std::size_t line,
                                fmt::format_string<Args...> format, Args&&... args) {
  throw Error(file.string(), line, fmt::format(format, std::forward<Args>(args)...));
}

// Throws a LineError, whose message starts with `file:line: `.
template <typename... Args>
[[noreturn]] void fail_at(const std::filesystem::path& file, std::size_t line,
                          fmt::format_string<Args...> format, Args&&... args) {
  throw LineError(file.string(), line, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace gntp
