#include "text/mention_table.h"

#include <algorithm>
#include <limits>

namespace gntp {
namespace {

constexpr std::size_t kFirstPlaces = 256;

// The low bits chose the shard.
std::size_t first_place(std::uint64_t hash, std::size_t mask) {
  return static_cast<std::size_t>(hash >> 8U) & mask;
}

}  // namespace

void MentionTable::add(const Mention& mention, std::uint64_t hash, std::uint64_t source,
                       std::size_t max_sources) {
  if (2 * (entries_.size() + 1) > places_.size()) grow();
  const std::size_t mask = places_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 8U);
  std::size_t at = first_place(hash, mask);
  for (; places_[at].entry != kNone; at = (at + 1) & mask) {
    if (places_[at].hash != tag) continue;
    Entry& entry = entries_[places_[at].entry];
    if (entry.first == mention.first && entry.second == mention.second &&
        words(entry) == mention.words) {
      if (entry.count < std::numeric_limits<std::uint32_t>::max()) ++entry.count;
      if (entry.count <= max_sources) add_source(entry, source, max_sources);
      return;
    }
  }
  places_[at] = {tag, static_cast<std::uint32_t>(entries_.size())};
  entries_.push_back({source, 1, mention.first, mention.second,
                      static_cast<std::uint32_t>(words_.size()),
                      static_cast<std::uint32_t>(mention.words.size()), kNone});
  words_ += mention.words;
}

// A list in reverse: each knows the one before it.
void MentionTable::add_source(Entry& entry, std::uint64_t source, std::size_t max_sources) {
  if (entry.count > max_sources) return;
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

// The tag has the bits for 2^32 places, more than entries can be numbered.
void MentionTable::grow() {
  std::vector<Place> old(std::max(kFirstPlaces, 2 * places_.size()));
  old.swap(places_);
  const std::size_t mask = places_.size() - 1;
  for (const Place& place : old) {
    if (place.entry == kNone) continue;
    std::size_t at = place.hash & mask;
    while (places_[at].entry != kNone) at = (at + 1) & mask;
    places_[at] = place;
  }
}

void MentionTable::clear() {
  *this = MentionTable();
}

std::size_t MentionTable::bytes() const {
  return places_.capacity() * sizeof(Place) + entries_.capacity() * sizeof(Entry) +
         further_.capacity() * sizeof(Further) + words_.capacity();
}

}  // namespace gntp
