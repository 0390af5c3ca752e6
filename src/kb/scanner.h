// What rules, queries and Prolog facts have in common on the level of characters: blanks, comments,
// names and atoms (see syntax.h). Errors say where, and what was found instead.
//
// A comment runs from `%` to the end of the line or from `/*` to `*/`; a query has none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/line_reader.h"
#include "kb/syntax.h"

namespace gntp {

// The unquoted name at the start of `text`; empty if there is none.
std::string_view bare_name(std::string_view text);

// The same in a query, where blanks may stand inside a name, but not at its ends.
std::string_view bare_query_name(std::string_view text);

// Whether this unquoted argument of a rule is a variable. Requires: not empty.
bool is_variable_name(std::string_view name);

// Reads from the front of a text. The text, the file's name and the line reader must outlive it.
class Scanner {
 public:
  // Of a query; errors show it.
  explicit Scanner(std::string_view query);
  // Of one line of a file; errors name both.
  Scanner(std::string_view text, const std::filesystem::path& file, std::size_t line);
  // Of all lines to come; errors name the file and the line.
  explicit Scanner(LineReader& lines);

  // These skip blanks and comments first.
  bool at_end();
  bool at(std::string_view token);
  bool accept(std::string_view token);  // Takes the token if it is next.
  std::string_view read_bare_name();    // Empty if none is next.
  // Overwrites `atom` and reuses its strings. In a query nothing is a variable.
  void read_atom(AtomText& atom);

  // Goes on behind a clause that began in `first_line` and in which something was wrong. It ends
  // with a full stop that stands behind a parenthesis or before a blank, outside quotes; where what
  // is wrong was found in a later line, that line is taken for the beginning of another clause.
  void skip_clause(std::size_t first_line);

  // Of what was last looked at, from 1.
  std::size_t line() const { return line_; }
  // What comes next, for messages: "'q(X' at column 7" or "the end of the line".
  std::string upcoming();
  [[noreturn]] void fail(const std::string& message) const { fail(line_, message); }
  [[noreturn]] void fail(std::size_t line, const std::string& message) const;

 private:
  enum class Quoting { kBare, kQuoted };

  bool is_query() const { return file_ == nullptr; }
  void skip_blanks();
  void skip_block_comment();
  bool next_line();
  Quoting read_name(std::string& name, std::string_view what);
  void read_quoted(std::string& name);
  char read_escape();
  void read_argument(ArgumentText& argument);
  std::size_t column(std::size_t position) const;
  bool at_clause_end() const;
  void skip_quoted();

  std::string_view text_;  // the line at hand
  std::size_t position_ = 0;
  std::size_t begin_ = 0;  // behind a comment of earlier lines
  std::size_t line_ = 0;
  const std::filesystem::path* file_ = nullptr;  // null: a query
  LineReader* lines_ = nullptr;                  // null: there is but one line
};

}  // namespace gntp
