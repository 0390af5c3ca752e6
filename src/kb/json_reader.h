// JSON Lines: a triple a line, as an object, {"head": "a", "relation": "r", "tail": "b"}, whose
// keys are titles as those of tables, or as a list, ["a", "r", "b"]. Names are texts or whole
// numbers.
#pragma once

#include "kb/reader.h"

namespace gntp {

ReadCounts read_json_lines(LineReader& lines, const ReadingOptions& options, const TripleSink& sink,
                           const SideSinks& side, BadLines& bad);

}  // namespace gntp
