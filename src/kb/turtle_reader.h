// Turtle, by libserd, as a stream. Names are those of rdf_names.h.
#pragma once

#include "kb/reader.h"

namespace gntp {

// Where Turtle is broken, nobody knows where the next statement begins: that is always an Error.
// Triples for which the sink throws LineError go to `bad`.
ReadCounts read_turtle(ByteSource source, const ReadingOptions& options, const TripleSink& sink,
                       const SideSinks& side, BadLines& bad);

}  // namespace gntp
