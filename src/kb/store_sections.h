// The sections of a store, for those that write and read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gntp::store {

// Names: bytes, and where blocks of them begin (front_coded_names.h).
inline constexpr std::string_view kEntities = "entities";
inline constexpr std::string_view kEntityBlocks = "entity blocks";
inline constexpr std::string_view kRelations = "relations";
inline constexpr std::string_view kRelationBlocks = "relation blocks";

// The graph of the training facts (StepGraph::Parts).
inline constexpr std::string_view kWords = "graph words";
inline constexpr std::string_view kBases = "graph bases";
inline constexpr std::string_view kOffsets = "graph offsets";
inline constexpr std::string_view kFirstStarts = "graph first starts";
inline constexpr std::string_view kStarts = "graph starts";

// Numbers about the whole.
inline constexpr std::string_view kCounts = "counts";
struct Counts {
  std::uint64_t ends = 0;        // of the graph
  std::uint64_t duplicates = 0;  // among the training lines
};

// The names of the splits, a line each; each has its triples and numbers in sections of its own.
inline constexpr std::string_view kSplits = "splits";
inline std::string triples_of(std::size_t split) {
  return "split " + std::to_string(split);
}
// How many lines of a split repeated an earlier one, by split.
inline constexpr std::string_view kSplitDuplicates = "split duplicates";

}  // namespace gntp::store
