#include "kb/triple_writer.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/columns.h"
#include "kb/syntax.h"
#include "kb/triple_format.h"

namespace gntp {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\v\f";

bool is_plain_word(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

// Whether Turtle may write it behind a prefix.
bool is_local_name(std::string_view text) {
  return !text.empty() && text.front() != '-' && is_plain_word(text);
}

bool is_prefix_name(std::string_view name) {
  const char first = name.empty() ? 'a' : name.front();
  return is_plain_word(name) && first != '-' && first != '_' && (first < '0' || first > '9');
}

// What is wrong with a name in a table with this between the fields; empty where nothing is.
std::string_view fault_in_table(std::string_view name, TripleFormat format) {
  if (byte_order_mark(name) > 0) return "a byte-order mark at its start";
  if (format == TripleFormat::kSpaces) {
    return name.find_first_of(kBlanks) == std::string_view::npos ? "" : "a blank in it";
  }
  // One character at a time is searched for several times as fast as any of two.
  const auto has = [&](char c) { return name.find(c) != std::string_view::npos; };
  if (has('\t')) return "a tab in it";
  if (has('\r') || has('\n')) return "a line end in it";
  return trim(name).size() == name.size() ? "" : "a blank at one of its ends";
}

std::string_view fault_in_csv(std::string_view name) {
  if (name.find('\r') != std::string_view::npos) return "a carriage return in it";
  if (name.find("\n\xEF\xBB\xBF") != std::string_view::npos) {
    return "a byte-order mark at the start of a line";
  }
  return "";
}

void append_csv(std::string_view name, std::string& to) {
  const bool plain = name.find_first_of("\",;\n\t") == std::string_view::npos &&
                     trim(name).size() == name.size() && byte_order_mark(name) == 0;
  if (plain) {
    to += name;
    return;
  }
  to += '"';
  for (const char c : name) {
    if (c == '"') to += '"';
    to += c;
  }
  to += '"';
}

// A byte-order mark at the start of a line would be lost.
std::string prolog_fact(const std::string& head, const std::string& relation,
                        const std::string& tail) {
  if (byte_order_mark(relation) == 0) return fact_text(relation, head, tail);
  return fmt::format("{}({}, {})", in_quotes(relation), quoted(head), quoted(tail));
}

// Serd gives other names to these (turtle_reader.cc).
bool is_renamed_blank(std::string_view term) {
  return term.starts_with("_:B") && term.size() > 3 && term[3] >= '0' && term[3] <= '9';
}

}  // namespace

TripleWriter::TripleWriter(TripleFormat format, std::string base, std::vector<IriPrefix> prefixes)
    : format_(format), names_(std::move(base)), prefixes_(std::move(prefixes)) {
  if (!prefixes_.empty() && format != TripleFormat::kTurtle) {
    throw UsageError(fmt::format("--prefix is for turtle; this is written as {}", name_of(format)));
  }
  for (const auto& [name, iri] : prefixes_) {
    if (is_prefix_name(name) && is_iri(iri)) continue;
    throw UsageError(
        fmt::format("a prefix is NAME=IRI, such as ex=http://example.org/, not '{}={}'",
                    excerpt(name), excerpt(iri)));
  }
}

void TripleWriter::begin(std::string& to) const {
  if (format_ == TripleFormat::kCsv) to += "head,relation,tail\n";
  for (const auto& [name, iri] : prefixes_) to += fmt::format("@prefix {}: <{}> .\n", name, iri);
}

void TripleWriter::append_prefix(std::string_view name, std::string_view iri, std::string& to) {
  if (format_ != TripleFormat::kTurtle || !is_prefix_name(name) || !is_iri(iri)) return;
  const auto known = std::ranges::find(prefixes_, name, &IriPrefix::name);
  if (known != prefixes_.end() && known->iri == iri) return;
  if (known == prefixes_.end()) {
    prefixes_.push_back({std::string(name), std::string(iri)});
  } else {
    known->iri = iri;
  }
  to += fmt::format("@prefix {}: <{}> .\n", name, iri);
}

void TripleWriter::check_name(std::string_view name) const {
  std::string_view fault;
  if (name.empty()) fault = "no letter";
  if (name.find('\0') != std::string_view::npos) fault = "a zero byte in it";
  if (format_ == TripleFormat::kTsv || format_ == TripleFormat::kSpaces) {
    if (fault.empty()) fault = fault_in_table(name, format_);
  } else if (format_ == TripleFormat::kCsv && fault.empty()) {
    fault = fault_in_csv(name);
  }
  if (fault.empty()) return;
  fail("the name '{}' has {}, which {} cannot hold; choose another format, such as jsonl",
       excerpt(name), fault, name_of(format_));
}

// Titles are looked for in the first line of tables: such a triple comes later.
void TripleWriter::append(std::string_view head, std::string_view relation, std::string_view tail,
                          std::string& to) {
  const bool is_table = format_ == TripleFormat::kTsv || format_ == TripleFormat::kSpaces;
  for (const std::string_view name : {head, relation, tail}) check_name(name);
  if (is_table && !begun_) {
    const std::array<std::string_view, 3> fields{head, relation, tail};
    if (places_by_titles(fields)) {
      held_.insert(held_.end(), fields.begin(), fields.end());
      return;
    }
  }
  append_line(head, relation, tail, to);
  begun_ = true;
  for (std::size_t i = 0; i + 2 < held_.size(); i += 3) {
    append_line(held_[i], held_[i + 1], held_[i + 2], to);
  }
  held_.clear();
}

void TripleWriter::finish() const {
  if (held_.empty()) return;
  fail("the triple '{} {} {}' would be read as column titles; write it as csv", excerpt(held_[0]),
       excerpt(held_[1]), excerpt(held_[2]));
}

void TripleWriter::append_rdf(std::string_view name, RdfNames::Place place, std::string& to) {
  term_.clear();
  names_.append_term(name, place, term_);
  if (format_ == TripleFormat::kTurtle) {
    if (is_renamed_blank(term_)) {
      fail("the blank node '{}' would come back as '_:b{}'; write it as nt", excerpt(term_),
           excerpt(std::string_view(term_).substr(3)));
    }
    if (term_.starts_with('<')) {
      const std::string_view iri = std::string_view(term_).substr(1, term_.size() - 2);
      for (const IriPrefix& prefix : prefixes_) {
        if (!iri.starts_with(prefix.iri) || !is_local_name(iri.substr(prefix.iri.size()))) continue;
        to += prefix.name;
        to += ':';
        to += iri.substr(prefix.iri.size());
        return;
      }
    }
  }
  to += term_;
}

void TripleWriter::append_line(std::string_view head, std::string_view relation,
                               std::string_view tail, std::string& to) {
  if (is_rdf(format_)) {
    line_.clear();
    append_rdf(head, RdfNames::Place::kSubject, line_);
    line_ += ' ';
    append_rdf(relation, RdfNames::Place::kPredicate, line_);
    line_ += ' ';
    append_rdf(tail, RdfNames::Place::kObject, line_);
    to += line_;
    to += " .\n";
    return;
  }
  switch (format_) {
    case TripleFormat::kCsv:
      append_csv(head, to);
      to += ',';
      append_csv(relation, to);
      to += ',';
      append_csv(tail, to);
      break;
    case TripleFormat::kJsonLines:
      to += nlohmann::ordered_json{{"head", head}, {"relation", relation}, {"tail", tail}}.dump();
      break;
    case TripleFormat::kProlog:
      to += prolog_fact(std::string(head), std::string(relation), std::string(tail));
      to += '.';
      break;
    default: {
      const char between = format_ == TripleFormat::kSpaces ? ' ' : '\t';
      to += head;
      to += between;
      to += relation;
      to += between;
      to += tail;
    }
  }
  to += '\n';
}

}  // namespace gntp
