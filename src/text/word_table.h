// The words of all names. Nearly every word of a text is looked up here, and most are not in it:
// the hashes tell so without touching a word. Filled first, then shared by threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/position_set.h"

namespace gntp {

// A word of the names, folded.
using WordId = std::uint32_t;

class WordTable {
 public:
  static constexpr WordId kUnknown = PositionSet::kNone;

  // The id of a folded word; a new one if it is new.
  WordId add(std::string_view folded);
  // The id of a word as a text writes it.
  WordId find(std::string_view word) const;
  std::size_t size() const { return words_.size(); }

 private:
  // Of a folded word.
  WordId find(std::string_view folded, std::uint64_t hash) const;

  std::vector<std::string> words_;
  PositionSet ids_{0.5F};  // by word
  std::size_t longest_ = 0;
};

}  // namespace gntp
