// How files of triples are read: their format, which columns mean what, what becomes of literals.
// docs/formats.md describes every format. Plain values.
#pragma once

#include <gntp/export.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

enum class TripleFormat : std::uint8_t {
  kTsv,        // head, relation, tail, with tabs between
  kCsv,        // the same with commas; names may stand in double quotes
  kSpaces,     // the same with blanks
  kJsonLines,  // a JSON object or list a line
  kProlog,     // relation(head, tail).
  kNTriples,   // RDF
  kNQuads,     // RDF with named graphs, whose names are left out
  kTurtle,     // RDF
};
// By its name: "tsv", "csv", "spaces", "jsonl", "prolog", "nt", "nq" or "turtle"; an extension will
// do, too. Throws UsageError with the names that there are.
GNTP_API TripleFormat format_named(std::string_view name);

// Whether triples with a literal are left out and counted, or kept: a literal's name is what
// N-Triples writes, `"text"@en`.
enum class Literals : std::uint8_t { kLeftOut, kKept };

struct ReadingOptions {
  // Nothing: by the file's extension.
  std::optional<TripleFormat> format = {};
  // Of tables and JSON: those of head, relation, tail and, if there is a fourth, weight, by title
  // or by number from 1. None: as the titles say, else the first three.
  std::vector<std::string> columns = {};
  // Of CSV; nothing: a comma, or a semicolon where the first line has that alone.
  std::optional<char> separator = {};
  // Triples that weigh less are left out and counted. Needs a column of weights.
  std::optional<double> min_weight = {};
  Literals literals = Literals::kLeftOut;
  // Of rdfs:label; one without a language is taken where there is none in it.
  std::string language = "en";
  // An IRI that begins with it is the rest of it, percent-decoded.
  std::string base = {};

  friend bool operator==(const ReadingOptions&, const ReadingOptions&) = default;
};

}  // namespace gntp
