#include "kb/rdf_reader.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "kb/rdf_statements.h"

namespace gntp {
namespace {

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
    reader_ = SerdReaderPointer(
        serd_reader_new(SERD_NQUADS, this, nullptr, nullptr, nullptr, &take, nullptr),
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
      statement.head.keep(subject);
      statement.relation = text_of(predicate);
      statement.tail.keep(object);
      statement.datatype = text_of(datatype);
      statement.language = text_of(language);
      statement.in_graph = graph != nullptr && graph->buf != nullptr;
      return SERD_SUCCESS;
    } catch (...) {
      parser.error_ = std::current_exception();
      return SERD_ERR_INTERNAL;
    }
  }

  SerdReaderPointer reader_{nullptr, &serd_reader_free};
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

}  // namespace gntp
