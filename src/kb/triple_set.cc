#include "kb/triple_set.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFirstPlaces = 16;

// A power of two, of which so many triples take at most half: in a fuller table most look-ups would
// go on to places that another triple has, each a jump through memory.
std::size_t places_for(std::size_t count) {
  return std::bit_ceil(std::max(kFirstPlaces, 2 * count));
}

std::uint64_t hash_of(const Triple& triple) {
  std::uint64_t hash = triple.relation * 0x9e3779b97f4a7c15ULL;
  hash ^= ((std::uint64_t{triple.head} << 32U) | triple.tail) + (hash >> 29U);
  hash *= 0xbf58476d1ce4e5b9ULL;
  return hash ^ (hash >> 32U);
}

}  // namespace

std::pair<std::size_t, bool> TripleSet::insert(const Triple& triple) {
  if (2 * (triples_.size() + 1) > table_.size()) make_table(places_for(triples_.size() + 1));
  std::uint32_t& position = table_[place(triple)];
  if (position != kFree) return {position, false};
  if (triples_.size() == kFree) fail("more than {} triples; ids cannot number them", kFree);
  position = static_cast<std::uint32_t>(triples_.size());
  triples_.push_back(triple);
  return {position, true};
}

bool TripleSet::contains(const Triple& triple) const {
  return !table_.empty() && table_[place(triple)] != kFree;
}

void TripleSet::reserve(std::size_t count) {
  triples_.reserve(count);
  if (places_for(count) > table_.size()) make_table(places_for(count));
}

std::vector<Triple> TripleSet::take() {
  table_ = {};
  triples_.shrink_to_fit();
  return std::exchange(triples_, {});
}

std::size_t TripleSet::place(const Triple& triple) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash_of(triple) & mask;
  while (table_[at] != kFree && triples_[table_[at]] != triple) at = (at + 1) & mask;
  return at;
}

// All triples are distinct: none is compared.
void TripleSet::make_table(std::size_t places) {
  table_ = {};  // the old one first: both need not be there at once
  table_.resize(places, kFree);
  for (std::size_t i = 0; i < triples_.size(); ++i) {
    std::size_t at = hash_of(triples_[i]) & (places - 1);
    while (table_[at] != kFree) at = (at + 1) & (places - 1);
    table_[at] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace gntp
