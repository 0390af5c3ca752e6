// Statements of RDF as libserd hands them out, and what becomes of them: triples, labels and
// counts. Shared by the readers of lines (rdf_reader.h) and of Turtle (turtle_reader.h). For one
// thread at a time.
#pragma once

#include <serd/serd.h>

#include <memory>
#include <string>
#include <string_view>

#include "kb/rdf_names.h"
#include "kb/reader.h"

namespace gntp {

// Empty where there is none.
std::string_view text_of(const SerdNode* node);

// What a term is called, kept beyond the call that brought it.
struct Term {
  SerdType type = SERD_NOTHING;
  std::string text;

  void keep(const SerdNode* node);
};

struct Statement {
  Term head;
  std::string relation;
  Term tail;
  std::string datatype;
  std::string language;
  bool in_graph = false;
};

// Turns statements into triples, labels and counts.
class StatementSink {
 public:
  // Keeps references.
  StatementSink(const ReadingOptions& options, const TripleSink& sink, const SideSinks& side);

  void take(const Statement& statement, std::size_t line);
  const ReadCounts& counts() const { return counts_; }

 private:
  void take_label(const Statement& statement);
  std::string_view name(const Term& term, const Statement& statement, std::string& scratch) const;

  const ReadingOptions& options_;
  RdfNames names_;
  const TripleSink& sink_;
  const SideSinks& side_;
  ReadCounts counts_;
  std::string head_;  // scratch
  std::string relation_;
  std::string tail_;
};

// What serd said last, without the line end.
struct SerdMessage {
  std::string text;
  unsigned line = 0;
  unsigned column = 0;

  // For serd_reader_set_error_sink, with the message as its handle.
  static SerdStatus take(void* handle, const SerdError* error) noexcept;
};

using SerdReaderPointer = std::unique_ptr<SerdReader, decltype(&serd_reader_free)>;

}  // namespace gntp
