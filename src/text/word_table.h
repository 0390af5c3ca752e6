// The words of all names. Nearly every word of a text is looked up here, and most are not in it:
// the table tells so without touching a word.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kb/vocabulary.h"

namespace gntp {

class WordTable {
 public:
  static constexpr Id kUnknown = 0xFFFFFFFFU;

  // The id of a folded word; a new one if it is new.
  Id add(std::string_view folded);
  // The id of a word as a text writes it.
  Id find(std::string_view word) const;
  std::size_t size() const { return words_.size(); }

 private:
  struct Place {
    std::uint32_t tag = 0;  // of the hash
    Id word = kUnknown;
  };

  Id find_folded(std::string_view folded) const;
  void grow();

  Vocabulary words_;
  std::vector<Place> places_;  // open addressing, a power of two
  std::size_t longest_ = 0;
};

}  // namespace gntp
