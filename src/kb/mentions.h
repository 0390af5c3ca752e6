// Mentions: what texts say about pairs of entities. `mentions.tsv` has the mentions, each a fact
// whose predicate is a pattern (pattern.h); `mentions.sources.tsv` beside it has the sentences that
// they were read from. See docs/formats.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/bad_lines.h"
#include "kb/triple.h"

namespace gntp {

// How mentions become knowledge.
enum class Mentions : std::uint8_t {
  kEncode,  // facts whose predicates' vectors come from the words of the pattern
  kFacts,   // facts like all others: every pattern has a vector of its own
  kOff,     // not read
};

// One line of mentions.tsv; the views are valid while the line is.
struct MentionLine {
  std::string_view head;
  std::string pattern;  // its name
  std::string_view tail;
  std::uint32_t count;
  std::size_t line;
};

// Where a mention was read.
struct Sentence {
  Triple fact;  // the mention
  std::string file;
  std::size_t line = 0;    // of the file
  std::size_t number = 0;  // of the file's sentences
  std::string text;
};

// Calls the sink once a line, in file order; bad lines, and those for which the sink throws
// LineError, go to `bad`.
void read_mentions(const std::filesystem::path& path,
                   const std::function<void(const MentionLine&)>& sink, BadLines& bad);

struct KnowledgeBase;

// Fills the sentences of a knowledge base from a file of sources. A sentence of a mention that the
// knowledge base lacks is a bad line.
void read_sentences(const std::filesystem::path& path, KnowledgeBase& kb, BadLines& bad);
// The text of such a file.
std::string sentences_text(const KnowledgeBase& kb);

}  // namespace gntp
