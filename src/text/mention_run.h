// Mentions in the order of the output, one after the other: those of a table, or of a table that
// was put aside on disk. The order is that of head, pattern and tail as texts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/staged_file.h"
#include "text/mention_table.h"

namespace gntp {

// The order of the text, in which [XXX] comes first, or its reverse.
enum class Direction : std::uint8_t { kForward, kBackward };
enum class Directions { kText, kBoth };

// A line of mentions.tsv. Entities are numbered by rank: in the order of their names.
struct RankedMention {
  std::uint32_t head;
  std::uint32_t tail;
  std::uint32_t count;
  Direction direction;
  std::string words;
  std::vector<std::uint64_t> sources;
};

// Less than 0, 0 or more than 0 as `a` comes before, with or after `b` in the output.
int compare(const RankedMention& a, const RankedMention& b);

class MentionRun {
 public:
  MentionRun() = default;
  MentionRun(const MentionRun&) = delete;
  MentionRun& operator=(const MentionRun&) = delete;
  virtual ~MentionRun() = default;

  // Whether there was a further mention.
  virtual bool next(RankedMention& mention) = 0;
};

// Sorts a table. Keeps references; `ranks` is by entity.
std::unique_ptr<MentionRun> sort_table(const MentionTable& table,
                                       const std::vector<std::uint32_t>& ranks,
                                       Directions directions);

// Writes a run to the end of a file, and reads one from there.
void put_aside(MentionRun& run, ScratchFile& file);
std::unique_ptr<MentionRun> read_back(const ScratchFile& file, std::uint64_t begin,
                                      std::uint64_t end);

}  // namespace gntp
