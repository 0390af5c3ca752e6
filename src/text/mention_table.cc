#include "text/mention_table.h"

#include <algorithm>
#include <limits>

namespace gntp {

void MentionTable::add(const Mention& mention, std::uint64_t hash, std::uint64_t source,
                       std::size_t max_sources) {
  const std::uint32_t known = positions_.find(hash, [&](std::uint32_t position) {
    const Entry& entry = entries_[position];
    return entry.first == mention.first && entry.second == mention.second &&
           words(entry) == mention.words;
  });
  if (known != kNone) {
    Entry& entry = entries_[known];
    if (entry.count < std::numeric_limits<std::uint32_t>::max()) ++entry.count;
    if (entry.count <= max_sources) add_source(entry, source);
    return;
  }
  positions_.insert(hash, static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({source, 1, mention.first, mention.second,
                      static_cast<std::uint32_t>(words_.size()),
                      static_cast<std::uint32_t>(mention.words.size()), kNone});
  words_ += mention.words;
}

// A list in reverse: each knows the one before it.
void MentionTable::add_source(Entry& entry, std::uint64_t source) {
  further_.push_back({source, entry.more});
  entry.more = static_cast<std::uint32_t>(further_.size() - 1);
}

void MentionTable::append_sources(const Entry& entry, std::vector<std::uint64_t>& sources) const {
  sources.push_back(entry.source);
  const auto begin = static_cast<std::ptrdiff_t>(sources.size());
  for (std::uint32_t at = entry.more; at != kNone; at = further_[at].next) {
    sources.push_back(further_[at].source);
  }
  std::reverse(sources.begin() + begin, sources.end());
}

void MentionTable::clear() {
  *this = MentionTable();
}

std::size_t MentionTable::bytes() const {
  return positions_.bytes() + entries_.capacity() * sizeof(Entry) +
         further_.capacity() * sizeof(Further) + words_.capacity();
}

}  // namespace gntp
