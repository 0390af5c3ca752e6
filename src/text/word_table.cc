#include "text/word_table.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string>

#include "text/folding.h"

namespace gntp {
namespace {

constexpr std::size_t kFirstPlaces = 1024;
constexpr std::size_t kShortWord = 32;

// The place is in the low half of the hash, the tag is the high half.
std::uint64_t hash_of(std::string_view folded) {
  return XXH3_64bits(folded.data(), folded.size());
}

std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

Id WordTable::add(std::string_view folded) {
  const std::size_t before = words_.size();
  const Id word = words_.add(folded);
  if (words_.size() == before) return word;
  longest_ = std::max(longest_, folded.size());
  if (4 * words_.size() > places_.size()) {
    grow();
    return word;
  }
  const std::uint64_t hash = hash_of(folded);
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash & mask;
  while (places_[at].word != kUnknown) at = (at + 1) & mask;
  places_[at] = {tag_of(hash), word};
  return word;
}

void WordTable::grow() {
  places_.assign(std::max(kFirstPlaces, 2 * places_.size()), Place{});
  const std::size_t mask = places_.size() - 1;
  for (Id word = 0; word < words_.size(); ++word) {
    const std::uint64_t hash = hash_of(words_.name(word));
    std::size_t at = hash & mask;
    while (places_[at].word != kUnknown) at = (at + 1) & mask;
    places_[at] = {tag_of(hash), word};
  }
}

Id WordTable::find(std::string_view word) const {
  // Folding takes a letter of four bytes to one at best; a line without blanks is not looked up.
  if (word.size() > 4 * longest_) return kUnknown;
  if (word.size() <= kShortWord) {
    std::array<char, kShortWord> folded;
    unsigned char all = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const char c = word[i];
      all |= static_cast<unsigned char>(c);
      folded[i] = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    if (all < 0x80U) return find_folded({folded.data(), word.size()});
  }
  thread_local std::string folded;
  fold(word, folded);
  return find_folded(folded);
}

Id WordTable::find_folded(std::string_view folded) const {
  const std::uint64_t hash = hash_of(folded);
  const std::uint32_t tag = tag_of(hash);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t at = hash & mask; places_[at].word != kUnknown; at = (at + 1) & mask) {
    if (places_[at].tag == tag && words_.name(places_[at].word) == folded) return places_[at].word;
  }
  return kUnknown;
}

}  // namespace gntp
