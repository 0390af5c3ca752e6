// Triples out of files, whatever their format. A format is a row in a table of extensions (see
// reader.cc); each also reads what is packed (compression.h).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "base/line_reader.h"

namespace gntp {

// Called once for each triple, in file order; the views are valid during the call only. `line` is
// where the triple stands, from 1.
using TripleSink = std::function<void(std::string_view head, std::string_view relation,
                                      std::string_view tail, std::size_t line)>;

// Whether a sink takes every name, or throws LineError for those that it does not know. Where all
// names are new, a first line that looks like column titles comes last, if it is a fact at all.
enum class TripleNames { kNew, kKnown };

// Reads a file of triples; the extension chooses the format. Bad lines, and triples for which the
// sink throws LineError, go to `bad`. Throws Error with file:line.
void read_triples(const std::filesystem::path& path, const TripleSink& sink, BadLines& bad,
                  TripleNames names = TripleNames::kNew);

// Reads head, relation, tail, tab-separated, from an open source (a file or standard input).
void read_tsv(LineReader& lines, const TripleSink& sink, BadLines& bad,
              TripleNames names = TripleNames::kNew);

// The extensions that can be read, e.g. ".tsv", without ".gz" and the like.
std::vector<std::string> triple_extensions();

// "test-I" of test-I.tsv.gz; nothing if the extension is not that of a format.
std::optional<std::string> triple_stem(const std::filesystem::path& file);

// The file or a packed one, such as its .gz; nothing if there is none. Throws Error if there are
// several.
std::optional<std::filesystem::path> find_packed(const std::filesystem::path& folder,
                                                 std::string_view name);

// `folder/stem` with the one extension it exists with; nothing if there is no such file. Throws
// Error if the same stem is there twice (train.tsv and train.pl).
std::optional<std::filesystem::path> find_triples(const std::filesystem::path& folder,
                                                  std::string_view stem);

}  // namespace gntp
