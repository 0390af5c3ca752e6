// From a document to mentions: each two entities in a sentence with at most `window` tokens between
// them, and the words in between: folded, numbers as [NUM], other names as [ENT], words of more
// than 64 bytes as [LONG], punctuation left out.
//
// An extractor is one thread's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/mention_batch.h"
#include "text/name_automaton.h"
#include "text/segmenter.h"

namespace gntp {

struct ExtractionOptions {
  std::size_t window = 12;      // tokens between two names, punctuation too
  std::size_t max_length = 10;  // words that a pattern has between its entities
  Ambiguity ambiguity = Ambiguity::kSkip;
};

class MentionExtractor {
 public:
  struct Counts {
    std::uint64_t sentences = 0;
    std::uint64_t names = 0;      // found
    std::uint64_t ambiguous = 0;  // of them, and skipped
    std::uint64_t pairs = 0;
  };

  // Keeps a reference.
  MentionExtractor(const NameAutomaton& names, const ExtractionOptions& options)
      : names_(names), options_(options) {}

  // Adds the mentions of a document. Requires: it is UTF-8, shorter than 2^31 bytes.
  void extract(std::string_view text, SentencePlace place, MentionBatch& batch);

  const Counts& counts() const { return counts_; }

 private:
  // What stands between names, as one text: the words between two spans are a part of it.
  struct Stop {
    std::size_t before;  // where the words before the span end
    std::size_t after;   // where those behind it begin
    std::size_t items;   // words up to the span, and other spans
  };

  void drop_ends_inside_names();
  void extract_sentence(std::string_view text, std::uint32_t begin, std::uint32_t end,
                        std::span<const NameSpan> spans, SentencePlace place, MentionBatch& batch);
  void lay_out(std::string_view text, std::span<const NameSpan> spans);
  void add_word(std::string_view text, const Token& token);
  void add_pair(std::span<const EntityId> firsts, std::span<const EntityId> seconds,
                std::string_view words, MentionBatch& batch);
  std::string_view quote(std::string_view text, std::uint32_t begin, std::uint32_t end,
                         const NameSpan& first, const NameSpan& second);

  const NameAutomaton& names_;
  ExtractionOptions options_;
  Segmenter segmenter_;
  std::vector<Token> tokens_;
  std::vector<NameSpan> spans_;
  std::vector<std::uint32_t> ends_;
  std::vector<Stop> stops_;
  std::string words_;
  std::string folded_;
  std::string quote_;
  Counts counts_;
};

}  // namespace gntp
