// Counts mentions, and keeps the first few places each was found at. One of the shards of
// MentionCounts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/position_set.h"
#include "text/mention_batch.h"

namespace gntp {

class MentionTable {
 public:
  struct Entry {
    std::uint64_t source;  // the first
    std::uint32_t count;   // up to 2^32 - 1
    EntityId first;
    EntityId second;
    std::uint32_t words;  // where they begin
    std::uint32_t size;   // of the words
    std::uint32_t more;   // further sources; kNone = no more
  };

  // Counts a mention. `source` is kept if it is one of the first `max_sources`.
  void add(const Mention& mention, std::uint64_t hash, std::uint64_t source,
           std::size_t max_sources);
  void clear();

  const std::vector<Entry>& entries() const { return entries_; }
  std::string_view words(const Entry& entry) const {
    return std::string_view(words_).substr(entry.words, entry.size);
  }
  // Appends where the entry was found, in order.
  void append_sources(const Entry& entry, std::vector<std::uint64_t>& sources) const;

  // About how much memory it takes.
  std::size_t bytes() const;
  // Whether there is no room for the batch's words: positions are 32 bits.
  bool is_full() const { return words_.size() > (std::size_t{1} << 31U); }

 private:
  static constexpr std::uint32_t kNone = PositionSet::kNone;
  struct Further {
    std::uint64_t source;
    std::uint32_t next;
  };

  void add_source(Entry& entry, std::uint64_t source);

  std::vector<Entry> entries_;
  PositionSet positions_{0.8F};  // of entries, by mention
  std::vector<Further> further_;
  std::string words_;
};

}  // namespace gntp
