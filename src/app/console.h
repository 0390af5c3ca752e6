// Where a command talks to: results go to `out`, everything else to `err`.
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/error.h"

namespace gntp {

struct VerbHelp;

// Nobody reads our output any more (`gntp predict ... | head`): stop without a word.
class OutputClosed : public Error {
 public:
  using Error::Error;
};

// A value as one line of JSON, with its end.
std::string json_line(const nlohmann::ordered_json& value);

struct Console {
  std::FILE* out = stdout;
  std::FILE* err = stderr;
  std::string program = "gntp";  // as the user called it, for commands to type next
  // Where this is set, a verb describes its command line here and does nothing else.
  VerbHelp* described = nullptr;
  // Where several processes work together, one of them talks.
  bool is_silent = false;

  // Writes results. Throws Error if they cannot be written.
  void print(std::string_view text) const;
  void print_json(const nlohmann::ordered_json& value) const;
  // The same as one line.
  void print_json_line(const nlohmann::ordered_json& value) const;
  // Makes sure that what was printed has arrived. Throws like `print`.
  void flush() const;

  // One line for the user, `gntp: ...`.
  void note(std::string_view text) const;
  void warn(std::string_view text) const;
};

}  // namespace gntp
