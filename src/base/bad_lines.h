// What becomes of lines that a reader cannot use (OnError in gntp/error.h): the first one is an
// Error, or all are left out, counted by file, and the first few are kept with their messages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/line_reader.h"

namespace gntp {

// What was left out of one file.
struct SkippedLines {
  std::filesystem::path file;
  std::size_t count = 0;
  std::vector<std::string> first;  // messages, at most kListedSkips
};

inline constexpr std::size_t kListedSkips = 3;

class BadLines {
 public:
  explicit BadLines(OnError on_error = OnError::kStop) : on_error_(on_error) {}

  OnError on_error() const { return on_error_; }

  // Does `action`, which is about a line of `file`; a LineError passes or is counted.
  template <typename Action>
  void attempt(const std::filesystem::path& file, Action&& action) {
    try {
      std::forward<Action>(action)();
    } catch (const LineError& error) {
      if (on_error_ == OnError::kStop) throw;
      add(file, error.what());
    }
  }

  // Counts a line of `file` that is left out.
  void add(const std::filesystem::path& file, std::string message);
  // Adds what was counted elsewhere, in later lines.
  void add(const BadLines& later);

  // Whether the message of a further bad line of `file` will be shown: it need not say more than
  // what is wrong otherwise.
  bool wants_message(const std::filesystem::path& file) const;

  // Throws Error if lines of `file` were left out and nothing else was in it. Requires: `kept` is
  // how much was used.
  void check_rest(const std::filesystem::path& file, std::size_t kept) const;

  const std::vector<SkippedLines>& skipped() const { return skipped_; }

 private:
  const SkippedLines* find(const std::filesystem::path& file) const;

  OnError on_error_;
  std::vector<SkippedLines> skipped_;  // in the order of reading
};

// One line each for the user: how many lines a file lost, and the first of them.
std::vector<std::string> warnings_of(const BadLines& bad);

// Calls use(line) for every line; one that cannot be read, or for which `use` throws LineError, is
// a bad line.
template <typename Use>
void for_each_line(LineReader& lines, BadLines& bad, Use&& use) {
  bool more = true;
  while (more) {
    bad.attempt(lines.path(), [&] {
      std::string_view line;
      more = lines.next(line);
      if (more) use(line);
    });
  }
}

}  // namespace gntp
