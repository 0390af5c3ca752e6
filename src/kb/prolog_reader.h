// Prolog facts, `p(a, b).`: several a line, or one over several lines, with `%` and `/* */`
// comments.
#pragma once

#include "base/line_reader.h"
#include "kb/reader.h"

namespace gntp {

// What is no ground fact over two arguments goes to `bad`, up to the end of its clause.
void read_prolog(LineReader& lines, const TripleSink& sink, BadLines& bad);

}  // namespace gntp
