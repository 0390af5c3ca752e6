#include "kb/reader.h"

#include "base/compression.h"
#include "base/error.h"
#include "base/text.h"
#include "kb/columns.h"
#include "kb/json_reader.h"
#include "kb/prolog_reader.h"
#include "kb/rdf_reader.h"
#include "kb/table_reader.h"
#include "kb/turtle_reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "-";

bool has_columns(TripleFormat format) {
  return !is_rdf(format) && format != TripleFormat::kProlog;
}

// Options that the format has no use for.
void check_options(const ReadingOptions& options, TripleFormat format) {
  const auto refuse = [&](std::string_view option, std::string_view formats) {
    throw UsageError(
        fmt::format("{} is for {}; this is read as {}", option, formats, name_of(format)));
  };
  constexpr std::string_view kTables = "tables and JSON";
  if (!options.columns.empty() && !has_columns(format)) refuse("--columns", kTables);
  if (options.min_weight && !has_columns(format)) refuse("--min-weight", kTables);
  if (options.separator && format != TripleFormat::kCsv) refuse("--separator", "csv");
  if (options.literals == Literals::kKept && !is_rdf(format)) refuse("--literals", "RDF");
  if (!options.base.empty() && !is_rdf(format)) refuse("--base", "RDF");
}

}  // namespace

ReadCounts& ReadCounts::operator+=(const ReadCounts& other) {
  literals += other.literals;
  light += other.light;
  graphs += other.graphs;
  title_lines += other.title_lines;
  return *this;
}

fs::path shown_name(const fs::path& path) {
  return path == kStandardInput ? fs::path("<stdin>") : path;
}

TripleFormat format_for(const fs::path& path, const ReadingOptions& options) {
  if (options.format) return *options.format;
  if (path == kStandardInput) {
    throw UsageError(
        fmt::format("standard input has no extension; say with --from which format it has: {}",
                    format_names()));
  }
  if (const std::optional<TripleFormat> format = format_of(path)) return *format;
  fail("{}: unknown extension '{}'; triples are read from {} (each also {}), or as --from says",
       path.string(), unpacked_name(path).extension().string(), join(triple_extensions(), ", "),
       fmt::join(packed_extensions(), ", "));
}

ReadCounts read_triples(const fs::path& path, const ReadingOptions& options, const TripleSink& sink,
                        BadLines& bad, TripleNames names, const SideSinks& side) {
  const TripleFormat format = format_for(path, options);
  check_options(options, format);
  ByteSource source = path == kStandardInput ? ByteSource::standard_input() : ByteSource(path);
  source.watch(side.position);
  if (format == TripleFormat::kTurtle) {
    return read_turtle(std::move(source), options, sink, side, bad);
  }
  LineReader lines(std::move(source));
  switch (format) {
    case TripleFormat::kProlog:
      read_prolog(lines, sink, bad);
      return {};
    case TripleFormat::kJsonLines:
      return read_json_lines(lines, options, sink, side, bad);
    case TripleFormat::kNTriples:
    case TripleFormat::kNQuads:
      return read_rdf_lines(lines, options, format, sink, side, bad);
    default:
      break;
  }
  const bool by_name = !options.format && unpacked_name(path).extension() == ".txt";
  return read_table(lines, options, format,
                    by_name ? Separation::kTabsOrBlanks : Separation::kAsGiven, sink, side, bad,
                    names);
}

void read_triples(const fs::path& path, const TripleSink& sink, BadLines& bad, TripleNames names) {
  read_triples(path, ReadingOptions(), sink, bad, names);
}

void read_tsv(LineReader& lines, const TripleSink& sink, BadLines& bad, TripleNames names) {
  read_table(lines, ReadingOptions(), TripleFormat::kTsv, Separation::kAsGiven, sink, {}, bad,
             names);
}

}  // namespace gntp
