// Triples out of files, whatever their format (triple_format.h); each may be packed
// (compression.h).
#pragma once

#include <gntp/reading.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/bad_lines.h"
#include "base/line_reader.h"
#include "kb/triple_format.h"

namespace gntp {

// Called once for each triple, in file order; the views are valid during the call only. `line` is
// where the triple stands, from 1.
using TripleSink = std::function<void(std::string_view head, std::string_view relation,
                                      std::string_view tail, std::size_t line)>;

// What is told besides. Each may be empty.
enum class LabelLanguage : std::uint8_t { kWanted, kNone };
struct SideSinks {
  // RDF: what a thing is called, in the language that was asked for or in none.
  std::function<void(std::string_view name, std::string_view label, LabelLanguage language)> label;
  // Turtle: what short form IRIs have.
  std::function<void(std::string_view prefix, std::string_view iri)> prefix;
  // Tables and JSON: how much the triple weighs that comes next, if it says so.
  std::function<void(double weight, std::size_t line)> weight;
  // How far the file has been read, in its own bytes.
  std::function<void(std::uint64_t bytes)> position;
};

// What was left out of a file or not taken as a triple.
struct ReadCounts {
  std::size_t literals = 0;     // triples with a literal
  std::size_t light = 0;        // triples that weigh too little
  std::size_t graphs = 0;       // triples whose graph has a name, which is lost
  std::size_t title_lines = 0;  // a first line with the columns' titles, but for CSV

  ReadCounts& operator+=(const ReadCounts& other);
};

// Whether a sink takes every name, or throws LineError for those that it does not know. Where all
// names are new, a first line that looks like column titles comes last, if it is a fact at all.
enum class TripleNames { kNew, kKnown };

// Reads a file of triples, or standard input for `-`, which needs a format. Bad lines, and triples
// for which the sink throws LineError, go to `bad`. Throws Error with file:line, and UsageError for
// options that the format has no use for.
ReadCounts read_triples(const std::filesystem::path& path, const ReadingOptions& options,
                        const TripleSink& sink, BadLines& bad,
                        TripleNames names = TripleNames::kNew, const SideSinks& side = {});

// The same, as the extension says.
void read_triples(const std::filesystem::path& path, const TripleSink& sink, BadLines& bad,
                  TripleNames names = TripleNames::kNew);

// Reads head, relation, tail, tab-separated, from an open source (a file or standard input).
void read_tsv(LineReader& lines, const TripleSink& sink, BadLines& bad,
              TripleNames names = TripleNames::kNew);

// How a file's name stands in messages: `-` is <stdin>.
std::filesystem::path shown_name(const std::filesystem::path& path);

// The format of a file. Throws Error where nothing says it.
TripleFormat format_for(const std::filesystem::path& path, const ReadingOptions& options);

}  // namespace gntp
