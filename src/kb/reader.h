// Triples out of files, whatever their format. A format is a row in a table of extensions (see
// reader.cc); each also reads its `.gz`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"

namespace gntp {

// Called once for each triple, in file order; the views are valid during the call only. `line` is
// where the triple stands, from 1.
using TripleSink = std::function<void(std::string_view head, std::string_view relation,
                                      std::string_view tail, std::size_t line)>;

// Reads a file of triples; the extension chooses the format. Throws Error with file:line.
void read_triples(const std::filesystem::path& path, const TripleSink& sink);

// Reads head, relation, tail, tab-separated, from an open source (a file or standard input).
void read_tsv(LineReader& lines, const TripleSink& sink);

// The extensions that can be read, e.g. ".tsv", without ".gz".
std::vector<std::string> triple_extensions();

// "test-I" of test-I.tsv.gz; nothing if the extension is not that of a format.
std::optional<std::string> triple_stem(const std::filesystem::path& file);

// `folder/stem` with the one extension it exists with; nothing if there is no such file. Throws
// Error if the same stem is there twice (train.tsv and train.pl).
std::optional<std::filesystem::path> find_triples(const std::filesystem::path& folder,
                                                  std::string_view stem);

}  // namespace gntp
