// Triples that a user names on the command line: a file, a pipe or standard input.
#pragma once

#include <filesystem>
#include <string>

#include "kb/reader.h"

namespace gntp {

// What messages call it: `<stdin>` for `-`.
std::filesystem::path shown_path(const std::string& file);

// As `read_triples` does; `-` is standard input, and what has no extension, such as a pipe, is TSV.
void read_triple_file(const std::string& file, const TripleSink& sink, BadLines& bad,
                      TripleNames names);

}  // namespace gntp
