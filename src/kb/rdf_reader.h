// RDF, a statement a line: N-Triples and N-Quads, by libserd. Names are those of rdf_names.h.
#pragma once

#include "kb/reader.h"

namespace gntp {

// A statement a line; a bad one goes to `bad`. The format says whether graphs may have names.
ReadCounts read_rdf_lines(LineReader& lines, const ReadingOptions& options, TripleFormat format,
                          const TripleSink& sink, const SideSinks& side, BadLines& bad);

}  // namespace gntp
