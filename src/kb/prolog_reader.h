// Prolog facts, `p(a, b).`: several a line, or one over several lines, with `%` and `/* */`
// comments.
#pragma once

#include "base/line_reader.h"
#include "kb/reader.h"

namespace gntp {

// Throws Error with file:line for what is no ground fact over two arguments.
void read_prolog(LineReader& lines, const TripleSink& sink);

}  // namespace gntp
