// AMIE's table of rules: one rule a line, its columns separated by tabs,
//
//   ?a  child  ?b  ?b  child  ?c   => ?a  grandchild  ?c <TAB> head coverage <TAB> std confidence
//     <TAB> PCA confidence <TAB> positive examples <TAB> body size <TAB> ...
//
// Atoms are a subject, a relation and an object with two blanks between them; a name with `?`
// before it is a variable. The first line may name the columns.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "kb/syntax.h"

namespace gntp {

class AmieTable {
 public:
  // Whether the line can only be one of this format.
  static bool looks_like(std::string_view line);

  // Whether the line names the columns; then it says where they are.
  bool take_header(std::string_view line);
  // The rule of one line, with its standard confidence, which may be 0, and its counts where they
  // are whole numbers. Throws Error with file:line.
  ClauseText parse(std::string_view text, const std::filesystem::path& file,
                   std::size_t line) const;

 private:
  // Columns: the rule, then those that are read.
  std::size_t confidence_ = 2;
  std::size_t support_ = 4;
  std::size_t body_ = 5;
};

}  // namespace gntp
