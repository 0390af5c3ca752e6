#include "text/word_table.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <string>

#include "text/folding.h"

namespace gntp {
namespace {

constexpr std::size_t kShortWord = 32;

std::uint64_t hash_of(std::string_view folded) {
  return XXH3_64bits(folded.data(), folded.size());
}

}  // namespace

WordId WordTable::add(std::string_view folded) {
  const std::uint64_t hash = hash_of(folded);
  const WordId known = find(folded, hash);
  if (known != kUnknown) return known;
  const auto word = static_cast<WordId>(words_.size());
  ids_.insert(hash, word);
  words_.emplace_back(folded);
  longest_ = std::max(longest_, folded.size());
  return word;
}

WordId WordTable::find(std::string_view word) const {
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
    const std::string_view shown(folded.data(), word.size());
    if (all < 0x80U) return find(shown, hash_of(shown));
  }
  thread_local std::string folded;
  fold(word, folded);
  return find(folded, hash_of(folded));
}

WordId WordTable::find(std::string_view folded, std::uint64_t hash) const {
  return ids_.find(hash, [&](WordId word) { return words_[word] == folded; });
}

}  // namespace gntp
