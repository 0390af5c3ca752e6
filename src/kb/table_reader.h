// Tables of triples: with tabs, blanks or commas between the fields, with column titles or without.
#pragma once

#include "kb/reader.h"

namespace gntp {

// Whether a table with tabs may be one with blanks: then its first line tells.
enum class Separation { kAsGiven, kTabsOrBlanks };

// Requires: the format is that of a table. Bad lines go to `bad`. Throws UsageError for columns
// that are not there.
ReadCounts read_table(LineReader& lines, const ReadingOptions& options, TripleFormat format,
                      Separation separation, const TripleSink& sink, const SideSinks& side,
                      BadLines& bad, TripleNames names);

}  // namespace gntp
