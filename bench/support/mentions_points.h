// The experiment with mentions: Countries with a number of facts replaced by text. One training is
// a point; its result goes to a journal, so that a long series can be stopped and taken up again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/model.h"

namespace gntp::bench {

enum class Way : std::uint8_t {
  kFactsOnly,    // what was replaced is lost
  kPlain,        // mentions as plain facts
  kEncoded,      // encoded, mean of the words
  kEncodedPairs  // encoded, words and pairs of words
};
std::string_view name_of(Way way);

struct MentionPoint {
  int task;      // of Countries: 1, 2 or 3
  int replaced;  // facts that are text
  Way way;
  RulePredicates predicates;
  std::uint64_t seed;
  // Where predicates start: as near to each other as in the preset, or out of reach.
  enum class Start : std::uint8_t { kPreset, kApart } start = Start::kPreset;

  std::string name() const;
};

// Trains with the task's preset and ranks test and valid, on one thread: `test` and `valid` are
// AUC-PR in percent, `seconds` those of the training; beside them what the point is.
nlohmann::json measure(const MentionPoint& point, const std::filesystem::path& data);

// Results by the name of the point, in a file with an object a line.
class MentionJournal {
 public:
  // Reads what is there.
  explicit MentionJournal(std::filesystem::path file);

  bool has(const MentionPoint& point) const { return results_.contains(point.name()); }
  void add(const nlohmann::json& result);
  const std::map<std::string, nlohmann::json>& results() const { return results_; }

 private:
  std::filesystem::path file_;
  std::map<std::string, nlohmann::json> results_;
};

// The page, and what bench/figures.py draws, as CSV; from all of the journal.
std::string mentions_text(const MentionJournal& journal);
std::string mentions_data(const MentionJournal& journal);

}  // namespace gntp::bench
