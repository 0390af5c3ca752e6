#include "support/freebase_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace gntp::bench {
namespace {

constexpr std::string_view kDigits = "0123456789bcdfghjklmnpqrstvwxyz_";
constexpr std::string_view kConsonants = "bdfghklmnprstvwz";
constexpr std::string_view kVowels = "aeiou";
constexpr std::uint32_t kSyllables = 80;
constexpr std::uint32_t kWords = kSyllables * kSyllables * kSyllables;

// Enough for four times as many names.
unsigned digits_for(std::uint32_t things) {
  unsigned digits = 2;
  while (digits < 6 && (std::uint64_t{1} << (5 * digits)) < std::uint64_t{4} * things) ++digits;
  return digits;
}

}  // namespace

std::string invented_word(std::uint32_t number) {
  // A prime, so that numbers in a row give words that differ.
  std::uint64_t rest = (std::uint64_t{number} * 314'159) % kWords;
  std::string word;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t syllable = rest % kSyllables;
    word += kConsonants[syllable / kVowels.size()];
    word += kVowels[syllable % kVowels.size()];
    rest /= kSyllables;
  }
  return word;
}

EntityNames::EntityNames(std::uint32_t things, std::vector<std::string> others, std::uint64_t key)
    : things_(things),
      digits_(digits_for(things)),
      order_(5 * digits_, key),
      others_(std::move(others)) {}

char* EntityNames::write(std::uint32_t entity, char* to) const {
  if (entity >= things_) return std::ranges::copy(others_[entity - things_], to).out;
  const std::uint32_t number = order_(entity);
  to = std::ranges::copy(std::string_view("/m/0"), to).out;
  unsigned shift = 5 * digits_;
  while (shift > 5 && (number >> (shift - 5)) == 0) shift -= 5;  // no zeros in front
  while (shift > 0) {
    shift -= 5;
    *to++ = kDigits[(number >> shift) & 31U];
  }
  return to;
}

}  // namespace gntp::bench
