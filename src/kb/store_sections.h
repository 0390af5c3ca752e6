// The sections of a store, for those that write and read it. docs/formats.md describes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gntp::store {

// Names: bytes, and where blocks of them begin (front_coded_names.h). Patterns are relations behind
// the others.
struct NameSections {
  std::string_view bytes;
  std::string_view blocks;
};
inline constexpr NameSections kEntities{"entities", "entity blocks"};
inline constexpr NameSections kRelations{"relations", "relation blocks"};
inline constexpr NameSections kPatterns{"patterns", "pattern blocks"};
inline constexpr NameSections kTypes{"types", "type blocks"};

// The graph of the facts (StepGraph::Parts), mentions among them, and the places of the first facts
// of each head and relation (FactList).
inline constexpr std::string_view kWords = "graph words";
inline constexpr std::string_view kBases = "graph bases";
inline constexpr std::string_view kOffsets = "graph offsets";
inline constexpr std::string_view kFirstStarts = "graph first starts";
inline constexpr std::string_view kStarts = "graph starts";
inline constexpr std::string_view kPlaces = "fact places";

// Numbers about the whole.
inline constexpr std::string_view kCounts = "counts";
struct Counts {
  std::uint64_t ends = 0;        // of the graph
  std::uint64_t runs = 0;        // of facts with the same relation and head
  std::uint64_t duplicates = 0;  // among the training lines
};

// How often each mention was seen, by fact.
inline constexpr std::string_view kMentionCounts = "mention counts";

// Facts whose weights the files say, their weights, and that of the others: one number.
inline constexpr std::string_view kWeighted = "weighted facts";
inline constexpr std::string_view kWeights = "weights";
inline constexpr std::string_view kOtherWeight = "other weight";

// The names of the splits, a line each; each has its triples and numbers in sections of its own.
inline constexpr std::string_view kSplits = "splits";
inline std::string triples_of(std::size_t split) {
  return "split " + std::to_string(split);
}
// How many lines of a split repeated an earlier one, by split.
inline constexpr std::string_view kSplitDuplicates = "split duplicates";

// Labels<Id>::Parts.
struct LabelSections {
  std::string_view text;
  std::string_view ends;
  std::string_view by_label;
};
inline constexpr LabelSections kEntityLabels{"entity label text", "entity label ends",
                                             "entities by label"};
inline constexpr LabelSections kRelationLabels{"relation label text", "relation label ends",
                                               "relations by label"};
inline constexpr LabelSections kTypeLabels{"type label text", "type label ends", "types by label"};

// Where the entities of each type begin, and they.
inline constexpr std::string_view kTypeBegins = "type begins";
inline constexpr std::string_view kTypeEntities = "type entities";

inline constexpr std::string_view kCandidates = "candidates";
inline constexpr std::string_view kCandidateRelations = "candidate relations";

// The sentences that mentions were read from (Sentence), and their texts: the file's name, then the
// sentence.
inline constexpr std::string_view kSentences = "sentences";
inline constexpr std::string_view kSentenceText = "sentence text";
struct SentenceEntry {
  std::uint32_t head = 0;
  std::uint32_t relation = 0;
  std::uint32_t tail = 0;
  std::uint32_t file_size = 0;  // of the name
  std::uint64_t line = 0;
  std::uint64_t number = 0;
  std::uint64_t end = 0;  // of the sentence in the text
};

// What is known about the whole (StoreNotes), and the text of rules.pl.
inline constexpr std::string_view kNotes = "notes";
inline constexpr std::string_view kRules = "rules";

}  // namespace gntp::store
