#include "kb/rdf_reader.h"

#include <serd/serd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/rdf_names.h"

namespace gntp {
namespace {

constexpr std::string_view kLabelIri = "http://www.w3.org/2000/01/rdf-schema#label";

std::string_view text_of(const SerdNode* node) {
  if (node == nullptr || node->buf == nullptr) return {};
  return {reinterpret_cast<const char*>(node->buf), node->n_bytes};
}

// What a term is called, kept beyond the call that brought it.
struct Term {
  SerdType type = SERD_NOTHING;
  std::string text;
};

struct Statement {
  Term head;
  std::string relation;
  Term tail;
  std::string datatype;
  std::string language;
  bool in_graph = false;
};

void keep(const SerdNode* node, Term& term) {
  term.type = node->type;
  term.text = text_of(node);
}

// Turns statements into triples, labels and counts.
class StatementSink {
 public:
  StatementSink(const ReadingOptions& options, const TripleSink& sink, const SideSinks& side)
      : options_(options), names_(options.base), sink_(sink), side_(side) {}

  void take(const Statement& statement, std::size_t line) {
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

  const ReadCounts& counts() const { return counts_; }

 private:
  void take_label(const Statement& statement) {
    const std::string_view label = trim(statement.tail.text);
    const bool wanted = statement.language == options_.language;
    if (label.empty() || (!wanted && !statement.language.empty())) return;
    side_.label(
        name(statement.head, statement, head_), label,
        wanted && !statement.language.empty() ? LabelLanguage::kWanted : LabelLanguage::kNone);
  }

  std::string_view name(const Term& term, const Statement& statement, std::string& scratch) const {
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

  const ReadingOptions& options_;
  RdfNames names_;
  const TripleSink& sink_;
  const SideSinks& side_;
  ReadCounts counts_;
  std::string head_;  // scratch
  std::string relation_;
  std::string tail_;
};

// Its last message, without the line end.
struct SerdMessage {
  std::string text;
  unsigned line = 0;
  unsigned column = 0;

  static SerdStatus take(void* handle, const SerdError* error) noexcept {
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
};

using Reader = std::unique_ptr<SerdReader, decltype(&serd_reader_free)>;

// A statement a line
// --------------------------------------------------------------------------------

class LineParser {
 public:
  LineParser() { reset(); }

  // The statement of a line; nothing where it has none. Valid until the next call. `message()` says
  // why where it throws nothing and returns kBroken.
  enum class Result : std::uint8_t { kStatement, kNone, kSeveral, kBroken };
  Result parse(std::string_view line) {
    // Serd's reader of N-Quads keeps what it has read.
    constexpr std::size_t kLinesOfAReader = 1024;
    if (++lines_ % kLinesOfAReader == 0) reset();
    line_.assign(line);
    found_ = 0;
    message_ = {};
    const SerdStatus status =
        serd_reader_read_string(reader_.get(), reinterpret_cast<const std::uint8_t*>(line_.data()));
    if (error_) {
      reset();
      std::rethrow_exception(std::exchange(error_, nullptr));
    }
    if (status != SERD_SUCCESS) {
      reset();  // it may have stopped anywhere
      return Result::kBroken;
    }
    return found_ == 0 ? Result::kNone : found_ == 1 ? Result::kStatement : Result::kSeveral;
  }

  const Statement& statement() const { return statement_; }
  const SerdMessage& message() const { return message_; }

 private:
  void reset() {
    reader_ = Reader(serd_reader_new(SERD_NQUADS, this, nullptr, nullptr, nullptr, &take, nullptr),
                     &serd_reader_free);
    if (!reader_) throw std::bad_alloc();
    serd_reader_set_strict(reader_.get(), true);
    serd_reader_set_error_sink(reader_.get(), &SerdMessage::take, &message_);
  }

  static SerdStatus take(void* handle, SerdStatementFlags /*flags*/, const SerdNode* graph,
                         const SerdNode* subject, const SerdNode* predicate, const SerdNode* object,
                         const SerdNode* datatype, const SerdNode* language) noexcept {
    auto& parser = *static_cast<LineParser*>(handle);
    try {
      ++parser.found_;
      Statement& statement = parser.statement_;
      keep(subject, statement.head);
      statement.relation = text_of(predicate);
      keep(object, statement.tail);
      statement.datatype = text_of(datatype);
      statement.language = text_of(language);
      statement.in_graph = graph != nullptr && graph->buf != nullptr;
      return SERD_SUCCESS;
    } catch (...) {
      parser.error_ = std::current_exception();
      return SERD_ERR_INTERNAL;
    }
  }

  Reader reader_{nullptr, &serd_reader_free};
  std::string line_;
  std::size_t lines_ = 0;
  Statement statement_;
  std::size_t found_ = 0;
  SerdMessage message_;
  std::exception_ptr error_;
};

[[noreturn]] void reject_line(const LineReader& lines, std::string_view line,
                              const SerdMessage& message) {
  const std::string why = message.text.empty()
                              ? fmt::format("not a statement: {}", excerpt(line))
                              : fmt::format("{} at column {}", message.text, message.column);
  fail_at(lines.path(), lines.line_number(),
          "{}; a line of N-Triples is '<head> <relation> <tail> .', of N-Quads also with a graph",
          why);
}

bool is_blank_or_comment(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text.starts_with('#');
}

// Turtle
// --------------------------------------------------------------------------------------------

// Feeds serd one byte after the other, and counts lines.
class TurtleParser {
 public:
  TurtleParser(ByteSource source, const SideSinks& side, StatementSink& sink, BadLines& bad)
      : source_(std::move(source)),
        side_(side),
        sink_(sink),
        bad_(bad),
        environment_(serd_env_new(nullptr), &serd_env_free),
        reader_(
            serd_reader_new(SERD_TURTLE, this, nullptr, &take_base, &take_prefix, &take, nullptr),
            &serd_reader_free) {
    if (!environment_ || !reader_) throw std::bad_alloc();
    serd_reader_set_strict(reader_.get(), true);
    serd_reader_set_error_sink(reader_.get(), &SerdMessage::take, &message_);
  }

  void run() {
    fill();
    byte_order_mark({buffer_.data(), size_}, path());
    SerdStatus status =
        serd_reader_start_source_stream(reader_.get(), &read, &has_failed, this,
                                        reinterpret_cast<const std::uint8_t*>(path().c_str()), 1);
    while (status == SERD_SUCCESS && !error_) status = serd_reader_read_chunk(reader_.get());
    serd_reader_end_stream(reader_.get());
    if (error_) std::rethrow_exception(error_);
    if (status > SERD_FAILURE || (status == SERD_FAILURE && begin_ < size_)) reject();
  }

 private:
  const std::filesystem::path& path() const { return source_.path(); }

  bool fill() {
    begin_ = 0;
    size_ = source_.read(buffer_.data(), buffer_.size());
    return size_ > 0;
  }

  [[noreturn]] void reject() const {
    if (message_.text.empty()) fail("{}:{}: not Turtle; correct it there", path().string(), line_);
    fail("{}:{}: {} at column {}; correct it there: what follows cannot be understood",
         path().string(), message_.line, message_.text, message_.column);
  }

  static std::size_t read(void* to, std::size_t /*size*/, std::size_t count,
                          void* handle) noexcept {
    assert(count == 1);
    auto& parser = *static_cast<TurtleParser*>(handle);
    try {
      if (parser.error_ || (parser.begin_ == parser.size_ && !parser.fill())) return 0;
    } catch (...) {
      parser.error_ = std::current_exception();
      return 0;
    }
    const char c = parser.buffer_[parser.begin_++];
    parser.line_ += c == '\n' ? 1 : 0;
    *static_cast<char*>(to) = c;
    return count;
  }
  static int has_failed(void* handle) noexcept {
    return static_cast<TurtleParser*>(handle)->error_ ? 1 : 0;
  }

  static SerdStatus take_base(void* handle, const SerdNode* iri) noexcept {
    return serd_env_set_base_uri(static_cast<TurtleParser*>(handle)->environment_.get(), iri);
  }

  static SerdStatus take_prefix(void* handle, const SerdNode* name, const SerdNode* iri) noexcept {
    auto& parser = *static_cast<TurtleParser*>(handle);
    const SerdStatus status = serd_env_set_prefix(parser.environment_.get(), name, iri);
    if (status != SERD_SUCCESS || !parser.side_.prefix) return status;
    return parser.attempt([&] {
      SerdNode whole = serd_env_expand_node(parser.environment_.get(), iri);
      const std::string text(text_of(whole.buf == nullptr ? iri : &whole));
      serd_node_free(&whole);
      parser.side_.prefix(text_of(name), text);
    });
  }

  static SerdStatus take(void* handle, SerdStatementFlags /*flags*/, const SerdNode* /*graph*/,
                         const SerdNode* subject, const SerdNode* predicate, const SerdNode* object,
                         const SerdNode* datatype, const SerdNode* language) noexcept {
    auto& parser = *static_cast<TurtleParser*>(handle);
    return parser.attempt([&] {
      stop_if_asked();
      Statement& statement = parser.statement_;
      parser.expand(subject, statement.head);
      Term relation;
      parser.expand(predicate, relation);
      statement.relation = std::move(relation.text);
      parser.expand(object, statement.tail);
      statement.datatype.clear();
      if (datatype != nullptr && datatype->buf != nullptr) {
        Term type;
        parser.expand(datatype, type);
        statement.datatype = std::move(type.text);
      }
      statement.language = text_of(language);
      parser.bad_.attempt(parser.path(), [&] { parser.sink_.take(statement, parser.line_); });
    });
  }

  // No exception goes through serd.
  template <typename Action>
  SerdStatus attempt(Action action) noexcept {
    try {
      action();
      return SERD_SUCCESS;
    } catch (...) {
      error_ = std::current_exception();
      return SERD_ERR_INTERNAL;
    }
  }

  // Prefixed names and relative IRIs become whole ones.
  void expand(const SerdNode* node, Term& term) const {
    keep(node, term);
    if (node->type == SERD_BLANK) {
      term.text = blank_name(term.text);
      return;
    }
    if (node->type != SERD_CURIE && node->type != SERD_URI) return;
    term.type = SERD_URI;
    if (node->type == SERD_URI && is_iri(term.text)) return;
    SerdNode whole = serd_env_expand_node(environment_.get(), node);
    const bool is_known = whole.buf != nullptr;
    if (is_known) term.text = text_of(&whole);
    serd_node_free(&whole);
    if (is_known && is_iri(term.text)) return;
    if (node->type == SERD_CURIE) {
      fail("{}:{}: the prefix of {} is not declared; add a line '@prefix NAME: <IRI> .'",
           path().string(), line_, excerpt(term.text));
    }
    fail("{}:{}: the IRI <{}> is relative; add a line '@base <IRI> .'", path().string(), line_,
         excerpt(term.text));
  }

  // Serd calls nodes without a name b1, b2, ..., and those of the text B1, B2, ... where they are
  // called b1, b2, ...
  static std::string blank_name(std::string_view label) {
    const bool numbered = label.size() > 1 && label[1] >= '0' && label[1] <= '9';
    if (numbered && label[0] == 'b') return fmt::format("genid-{}", label.substr(1));
    if (numbered && label[0] == 'B') return fmt::format("b{}", label.substr(1));
    return std::string(label);
  }

  ByteSource source_;
  const SideSinks& side_;
  StatementSink& sink_;
  BadLines& bad_;
  std::array<char, 1U << 16U> buffer_{};
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  std::size_t line_ = 1;
  SerdMessage message_;
  std::exception_ptr error_;
  Statement statement_;
  std::unique_ptr<SerdEnv, decltype(&serd_env_free)> environment_;
  Reader reader_;
};

}  // namespace

ReadCounts read_rdf_lines(LineReader& lines, const ReadingOptions& options, TripleFormat format,
                          const TripleSink& sink, const SideSinks& side, BadLines& bad) {
  StatementSink statements(options, sink, side);
  LineParser parser;
  for_each_line(lines, bad, [&](std::string_view line) {
    if (is_blank_or_comment(line)) return;
    switch (parser.parse(line)) {
      case LineParser::Result::kNone:
        return;
      case LineParser::Result::kBroken:
        reject_line(lines, line, parser.message());
      case LineParser::Result::kSeveral:
        fail_at(lines.path(), lines.line_number(), "several statements; write one a line");
      case LineParser::Result::kStatement:
        break;
    }
    if (parser.statement().in_graph && format == TripleFormat::kNTriples) {
      fail_at(lines.path(), lines.line_number(),
              "a fourth term, the name of a graph, which N-Triples does not have; read it as "
              "N-Quads (.nq)");
    }
    statements.take(parser.statement(), lines.line_number());
  });
  return statements.counts();
}

ReadCounts read_turtle(ByteSource source, const ReadingOptions& options, const TripleSink& sink,
                       const SideSinks& side, BadLines& bad) {
  StatementSink statements(options, sink, side);
  const auto parser = std::make_unique<TurtleParser>(std::move(source), side, statements, bad);
  parser->run();
  return statements.counts();
}

}  // namespace gntp
