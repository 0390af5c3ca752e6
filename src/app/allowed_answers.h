// Which answers a verb lists: --type, --among and --not-known-in.
#pragma once

#include <gntp/engine.h>

#include <string>
#include <vector>

#include "app/asked.h"
#include "app/command_line.h"
#include "app/console.h"

namespace gntp {

class AllowedAnswers {
 public:
  // Declares the options.
  explicit AllowedAnswers(CommandLine& line);
  AllowedAnswers(const AllowedAnswers&) = delete;
  AllowedAnswers& operator=(const AllowedAnswers&) = delete;

  // These require a parsed command line.

  bool is_given() const;
  // For a verb that takes questions. Throws UsageError where both want standard input; lines that
  // ask for relations are bad where answers must be entities.
  void check(Asked& asked) const;
  // Reads the lists. Throws Error with file:line; triples with names that the model does not know
  // are passed over, with a warning that counts them.
  AnswerFilter filter(const Engine& engine, OnError on_error, const Console& console) const;

 private:
  std::vector<std::string> read_names(const Engine& engine, BadLines& bad) const;

  std::vector<std::string> types_;
  std::string among_;                   // a file
  std::vector<std::string> not_known_;  // files
};

}  // namespace gntp
