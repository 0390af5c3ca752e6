// AnyBURL's rule files: one rule a line, in four columns separated by tabs,
//
//   predicted <TAB> correct <TAB> confidence <TAB> speaks(X,english) <= born(X,A), in(A,uk)
//
// An argument that is one capital letter is a variable, everything else a constant. A name is what
// stands before the next `(`, `,` or `)`; one that has these, blanks or quotes in it, or looks like
// a variable, is quoted as in rules.pl ('...', with \ before a quote or a backslash, \n, \r and
// \t).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "kb/syntax.h"

namespace gntp {

// Whether the line can only be one of this format.
bool looks_like_anyburl(std::string_view line);

// The rule of one line, with its confidence, which may be 0, and its counts. AnyBURL's me_myself_i,
// which stands for the other argument of its atom, is replaced by that. Throws Error with
// file:line.
ClauseText parse_anyburl(std::string_view text, const std::filesystem::path& file,
                         std::size_t line);

// The line, without its end. Variables become X and Y (of the head) and A, B, ... Requires: at most
// 23 variables beyond the head's.
std::string to_anyburl(const ClauseText& clause);

}  // namespace gntp
