#include "kb/rdf_statements.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <new>

#include "base/text.h"

namespace gntp {
namespace {

constexpr std::string_view kLabelIri = "http://www.w3.org/2000/01/rdf-schema#label";

}  // namespace

std::string_view text_of(const SerdNode* node) {
  if (node == nullptr || node->buf == nullptr) return {};
  return {reinterpret_cast<const char*>(node->buf), node->n_bytes};
}

void Term::keep(const SerdNode* node) {
  type = node->type;
  text = text_of(node);
}

StatementSink::StatementSink(const ReadingOptions& options, const TripleSink& sink,
                             const SideSinks& side)
    : options_(options), names_(options.base), sink_(sink), side_(side) {}

void StatementSink::take(const Statement& statement, std::size_t line) {
  if (statement.tail.type == SERD_LITERAL) {
    const bool is_label = statement.relation == kLabelIri;
    if (is_label && side_.label) take_label(statement);
    if (options_.literals == Literals::kLeftOut) {
      if (!is_label || !side_.label) ++counts_.literals;
      return;
    }
  }
  counts_.graphs += statement.in_graph ? 1 : 0;
  sink_(name(statement.head, statement, head_), names_.name_of_iri(statement.relation, relation_),
        name(statement.tail, statement, tail_), line);
}

void StatementSink::take_label(const Statement& statement) {
  const std::string_view label = trim(statement.tail.text);
  const bool wanted = statement.language == options_.language;
  if (label.empty() || (!wanted && !statement.language.empty())) return;
  side_.label(
      name(statement.head, statement, head_), label,
      wanted && !statement.language.empty() ? LabelLanguage::kWanted : LabelLanguage::kNone);
}

std::string_view StatementSink::name(const Term& term, const Statement& statement,
                                     std::string& scratch) const {
  if (term.type == SERD_URI) return names_.name_of_iri(term.text, scratch);
  scratch.clear();
  if (term.type == SERD_BLANK) {
    scratch = "_:";
    scratch += term.text;
  } else {
    append_literal(term.text, statement.language, statement.datatype, scratch);
  }
  return scratch;
}

SerdStatus SerdMessage::take(void* handle, const SerdError* error) noexcept {
  auto& message = *static_cast<SerdMessage*>(handle);
  std::array<char, 200> buffer{};
  std::va_list arguments;
  va_copy(arguments, *error->args);
  std::vsnprintf(buffer.data(), buffer.size(), error->fmt, arguments);
  va_end(arguments);
  try {
    message.text = excerpt(trim(buffer.data()));
  } catch (const std::bad_alloc&) {
    message.text.clear();
  }
  message.line = error->line;
  message.column = error->col;
  return SERD_SUCCESS;
}

}  // namespace gntp
