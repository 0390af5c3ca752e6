#include "kb/syntax.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "kb/pattern.h"
#include "kb/scanner.h"

namespace gntp {
namespace {

constexpr std::size_t kMaxCopies = 1'000'000;

// The number and the `>` of `<20>`.
std::size_t read_copies(Scanner& scanner) {
  const std::string next = scanner.upcoming();
  const std::string_view digits = scanner.read_bare_name();
  const std::optional<std::size_t> copies = parse_number<std::size_t>(digits);
  if (!copies || *copies < 1 || *copies > kMaxCopies) {
    scanner.fail(fmt::format("the number of copies must be 1 to {}, found {}", kMaxCopies, next));
  }
  if (!scanner.accept(">")) {
    scanner.fail(
        fmt::format("expected '>' after the number of copies, found {}", scanner.upcoming()));
  }
  return *copies;
}

// The `0.8 ::` before a rule, if it is there; blanks take its place, so that columns stay.
std::optional<double> take_confidence(std::string& text, const std::filesystem::path& file,
                                      std::size_t line) {
  const std::size_t colons = text.find("::");
  if (colons == std::string_view::npos) return std::nullopt;
  const std::string_view number = trim(std::string_view(text).substr(0, colons));
  const std::optional<double> confidence = parse_number<double>(number);
  // Not a number: the colons belong to a name, as in `a::b(X, Y)`.
  if (!confidence) return std::nullopt;
  if (!(*confidence > 0 && *confidence <= 1)) {
    fail_at(file, line, "the confidence must be above 0 and at most 1, found {}", number);
  }
  std::fill_n(text.begin(), colons + 2, ' ');
  return confidence;
}

bool is_bare(std::string_view name) {
  return !name.empty() && bare_name(name) == name;
}

std::string to_text(const AtomText& atom) {
  std::string text = quoted_predicate(atom.predicate);
  std::string_view separator = "(";
  for (const ArgumentText& argument : atom.arguments) {
    const bool constant = argument.kind == ArgumentText::Kind::kConstant;
    text += separator;
    text += constant ? quoted(argument.name) : argument.name;
    separator = ", ";
  }
  return text + ')';
}

}  // namespace

std::string in_quotes(std::string_view name, char quote) {
  std::string text(1, quote);
  for (const char c : name) {
    switch (c) {
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        if (c == '\\' || c == quote) text += '\\';
        text += c;
    }
  }
  return text + quote;
}

std::string atom_text(const std::string& predicate, std::string_view first,
                      std::string_view second) {
  return fmt::format("{}({}, {})", quoted_predicate(predicate), first, second);
}

std::string fact_text(const std::string& relation, const std::string& head,
                      const std::string& tail) {
  return atom_text(relation, quoted(head), quoted(tail));
}

ClauseText parse_rule(std::string_view text, const std::filesystem::path& file, std::size_t line) {
  ClauseText clause;
  clause.line = line;
  std::string rule(text);
  clause.confidence = take_confidence(rule, file, line);
  Scanner scanner(rule, file, line);
  scanner.read_atom(clause.head);
  if (scanner.accept(":-")) {
    do {
      scanner.read_atom(clause.body.emplace_back());
    } while (scanner.accept(","));
  }
  if (scanner.accept("<")) clause.copies = read_copies(scanner);
  const bool stopped = scanner.accept(".");
  if (!scanner.at_end()) {
    const std::string_view expected = stopped ? "one clause a line"
                                      : clause.body.empty()
                                          ? "':-' after the head"
                                          : "',', '<copies>' or the end of the rule";
    scanner.fail(fmt::format("expected {}, found {}", expected, scanner.upcoming()));
  }
  return clause;
}

AtomText parse_query(std::string_view text) {
  Scanner scanner(text);
  AtomText query;
  scanner.read_atom(query);
  scanner.accept(".");
  if (!scanner.at_end()) {
    scanner.fail(fmt::format("expected the end of the query, found {}", scanner.upcoming()));
  }
  if (query.arguments.size() != 2) {
    scanner.fail(fmt::format("expected 2 arguments, as in locatedIn(france, ?), found {}",
                             query.arguments.size()));
  }
  return query;
}

std::string quoted(const std::string& name) {
  return is_bare(name) && !is_variable_name(name) ? name : in_quotes(name);
}

std::string quoted_predicate(const std::string& name) {
  if (is_pattern(name)) return in_quotes(name, '"');
  return is_bare(name) ? name : in_quotes(name);
}

std::string query_name(const std::string& name) {
  if (is_pattern(name)) return in_quotes(name, '"');
  if (bare_query_name(name) == name && name != "_") return name;
  const bool has_quote = name.find('\'') != std::string::npos;
  return in_quotes(name, has_quote && name.find('"') == std::string::npos ? '"' : '\'');
}

std::string to_text(const ClauseText& clause) {
  std::string text = clause.confidence ? fmt::format("{} :: ", *clause.confidence) : "";
  text += to_text(clause.head);
  std::string_view separator = " :- ";
  for (const AtomText& atom : clause.body) {
    text += separator;
    text += to_text(atom);
    separator = ", ";
  }
  return clause.copies == 1 ? text : fmt::format("{} <{}>", text, clause.copies);
}

}  // namespace gntp
