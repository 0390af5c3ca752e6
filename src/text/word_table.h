// The words of all names. Nearly every word of a text is looked up here, and most are not in it:
// the hashes tell so without touching a word. Filled first, then shared by threads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/position_set.h"
#include "kb/vocabulary.h"

namespace gntp {

class WordTable {
 public:
  static constexpr Id kUnknown = PositionSet::kNone;

  // The id of a folded word; a new one if it is new.
  Id add(std::string_view folded);
  // The id of a word as a text writes it.
  Id find(std::string_view word) const;
  std::size_t size() const { return words_.size(); }

 private:
  // Of a folded word.
  Id find(std::string_view folded, std::uint64_t hash) const;

  std::vector<std::string> words_;
  PositionSet ids_{0.5F};  // by word
  std::size_t longest_ = 0;
};

}  // namespace gntp
