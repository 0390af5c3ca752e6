// Mentions in the order of the output, one after the other: those of a table, or of a table that
// was spilled to disk. The order is that of head, pattern and tail as texts; entities are numbered
// by name, so that their ids are in that order. A run is for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/scratch_file.h"
#include "text/mention_table.h"

namespace gntp {

// The order of the text, in which [XXX] comes first, or its reverse.
enum class Direction : std::uint8_t { kForward, kBackward };
enum class Directions { kText, kBoth };

// A line of mentions.tsv.
struct CountedMention {
  EntityId head;
  EntityId tail;
  std::uint32_t count;
  Direction direction;
  std::string words;
  std::vector<std::uint64_t> sources;
};

// Less than 0, 0 or more than 0 as `a` comes before, with or after `b` in the output.
int compare(const CountedMention& a, const CountedMention& b);

class MentionRun {
 public:
  MentionRun() = default;
  MentionRun(const MentionRun&) = delete;
  MentionRun& operator=(const MentionRun&) = delete;
  virtual ~MentionRun() = default;

  // Whether there was a further mention.
  virtual bool next(CountedMention& mention) = 0;
};

// Sorts a table. Keeps a reference to it.
std::unique_ptr<MentionRun> sort_table(const MentionTable& table, Directions directions);

// Writes a run to the end of a file, and reads one from there.
void spill(MentionRun& run, ScratchFile& file);
std::unique_ptr<MentionRun> read_back(const ScratchFile& file, std::uint64_t begin,
                                      std::uint64_t end);

}  // namespace gntp
