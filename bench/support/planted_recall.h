// How many of the rules that were planted in a made-up knowledge base (freebase_like.h) were found.
// Rules are compared by their text. Those count that are worth finding: confident and frequent.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gntp::bench {

inline constexpr double kWorthConfidence = 0.5;
inline constexpr double kWorthSupport = 100;

// Between which confidences a rule is, where it was counted from a sample.
struct ConfidenceInterval {
  double low = 0;
  double high = 1;
};
// By text; nothing: the counts are exact, or nobody knows.
using FoundRules = std::unordered_map<std::string, std::optional<ConfidenceInterval>>;

struct RecallCount {
  std::size_t wanted = 0;
  std::size_t found = 0;
  std::size_t sampled = 0;  // of those found
  std::size_t within = 0;   // of the sampled: the planted confidence is in the interval
};
// By kind of rule, and under "all" for all of them.
using PlantedRecall = std::map<std::string, RecallCount>;

// Of a table as planted_table makes it. Throws Error where it is none.
PlantedRecall planted_recall(std::string_view table, const FoundRules& found);

// A line for each kind.
std::string to_text(const PlantedRecall& recall);

}  // namespace gntp::bench
