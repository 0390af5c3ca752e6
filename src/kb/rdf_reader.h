// RDF: N-Triples, N-Quads and Turtle, by libserd, as a stream. Names are those of rdf_names.h.
#pragma once

#include "kb/reader.h"

namespace gntp {

// A statement a line; a bad one goes to `bad`. The format says whether graphs may have names.
ReadCounts read_rdf_lines(LineReader& lines, const ReadingOptions& options, TripleFormat format,
                          const TripleSink& sink, const SideSinks& side, BadLines& bad);

// Where Turtle is broken, nobody knows where the next statement begins: that is always an Error.
// Triples for which the sink throws LineError go to `bad`.
ReadCounts read_turtle(ByteSource source, const ReadingOptions& options, const TripleSink& sink,
                       const SideSinks& side, BadLines& bad);

}  // namespace gntp
