// The options that say how files of triples are read.
#include <string>

#include "app/command_line.h"
#include "base/numbers.h"
#include "base/text.h"
#include "kb/triple_format.h"

namespace gntp {
namespace {

char parse_separator(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text != "\"" && text != "\n") return text[0];
  throw UsageError(
      fmt::format("--separator must be one character, or tab, not '{}'", excerpt(text)));
}

std::vector<std::string> parse_columns(const std::string& text) {
  const std::vector<std::string_view> parts = split(text, ',');
  std::vector<std::string> columns;
  columns.reserve(parts.size());
  for (const std::string_view part : parts) columns.emplace_back(trim(part));
  return columns;
}

}  // namespace

void CommandLine::reading_options(ReadingOptions& options) {
  parsed_option(
      "--from", format_names("|"),
      [&](const std::string& text) { options.format = format_named(text); },
      "format of the triples, if not as the extension says");
  parsed_option(
      "--columns", "H,R,T[,W]",
      [&](const std::string& text) { options.columns = parse_columns(text); },
      "of tables and JSON: head, relation, tail and weight, by title or number from 1");
  parsed_option(
      "--separator", "C",
      [&](const std::string& text) { options.separator = parse_separator(text); },
      "of csv: one character, or tab (a comma)");
  const auto parse_weight = [&](const std::string& text) {
    options.min_weight = parse_number<double>(text);
    if (options.min_weight) return;
    throw UsageError(fmt::format("--min-weight must be a number, not '{}'", excerpt(text)));
  };
  parsed_option("--min-weight", "X", parse_weight,
                "leave out triples that weigh less; takes a column of weights");
  const auto parse_literals = [&](const std::string& text) {
    if (text != "skip" && text != "keep") {
      throw UsageError(fmt::format("--literals must be skip or keep, not '{}'", excerpt(text)));
    }
    options.literals = text == "keep" ? Literals::kKept : Literals::kLeftOut;
  };
  parsed_option("--literals", "skip|keep", parse_literals,
                "of RDF: leave triples with literals out and count them (default), or keep them");
  option("--language", "TAG", options.language, "of rdfs:label (en)");
  option("--base", "IRI", options.base,
         "of RDF: an IRI that begins with it is the rest, percent-decoded");
}

}  // namespace gntp
