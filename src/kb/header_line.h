// Column titles above a table of triples, `head relation tail` and the like: read as a fact they
// would be a wrong one that nobody sees.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace gntp {

// The three fields of a line.
using TripleFields = std::array<std::string_view, 3>;

// A first line that reads like column titles. It is taken for them unless another line has one of
// its entities.
class HeaderLine {
 public:
  static bool looks_like(const TripleFields& fields);

  // Requires: looks_like(fields).
  HeaderLine(const TripleFields& fields, std::size_t line);

  // Looks at another line.
  void compare(const TripleFields& fields);

  // Whether it is a fact after all.
  bool is_fact() const { return repeated_; }
  // Views of the line's own text.
  TripleFields fields() const { return {texts_[0], texts_[1], texts_[2]}; }
  std::size_t line() const { return line_; }

  // Throws LineError that says what to do; Error where the titles say that the columns are in
  // another order, so that every line would be read wrongly.
  [[noreturn]] void reject(const std::filesystem::path& file) const;

 private:
  std::array<std::string, 3> texts_;
  std::size_t line_;
  bool repeated_ = false;
};

}  // namespace gntp
