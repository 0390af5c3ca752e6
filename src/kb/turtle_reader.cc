#include "kb/turtle_reader.h"

#include <array>
#include <cassert>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/rdf_statements.h"
#include "kb/turtle_nesting.h"

namespace gntp {
namespace {

// Of brackets within brackets.
constexpr std::size_t kMaxDepth = 1000;

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

  // The next byte; false at the end, and after an error.
  bool next(char& c) {
    if (error_ || (begin_ == size_ && !fill())) return false;
    c = buffer_[begin_++];
    line_ += c == '\n' ? 1 : 0;
    nesting_.take(c);
    if (nesting_.depth() <= kMaxDepth) return true;
    fail_for_good(path(), line_,
                  "brackets nested more than {} deep; name the inner nodes, as in '_:a', and "
                  "write them as statements of their own",
                  kMaxDepth);
  }

  [[noreturn]] void reject() const {
    if (message_.text.empty()) fail_for_good(path(), line_, "not Turtle; correct it there");
    fail_for_good(path(), message_.line,
                  "{} at column {}; correct it there: what follows cannot be understood",
                  message_.text, message_.column);
  }

  static std::size_t read(void* to, std::size_t /*size*/, std::size_t count,
                          void* handle) noexcept {
    assert(count == 1);
    auto& parser = *static_cast<TurtleParser*>(handle);
    try {
      return parser.next(*static_cast<char*>(to)) ? count : 0;
    } catch (...) {
      parser.error_ = std::current_exception();
      return 0;
    }
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
    term.keep(node);
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
      fail_for_good(path(), line_,
                    "the prefix of {} is not declared; add a line '@prefix NAME: <IRI> .'",
                    excerpt(term.text));
    }
    fail_for_good(path(), line_, "the IRI <{}> is relative; add a line '@base <IRI> .'",
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
  TurtleNesting nesting_;
  SerdMessage message_;
  std::exception_ptr error_;
  Statement statement_;
  std::unique_ptr<SerdEnv, decltype(&serd_env_free)> environment_;
  SerdReaderPointer reader_;
};

}  // namespace

ReadCounts read_turtle(ByteSource source, const ReadingOptions& options, const TripleSink& sink,
                       const SideSinks& side, BadLines& bad) {
  StatementSink statements(options, sink, side);
  const auto parser = std::make_unique<TurtleParser>(std::move(source), side, statements, bad);
  parser->run();
  return statements.counts();
}

}  // namespace gntp
