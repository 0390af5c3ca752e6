// Names of a made-up knowledge base that look like Freebase's: entities are `/m/0` and digits of
// base 32, in no order that has to do with what they stand for; kinds are `/domain/kind` and
// relations `/domain/kind/property`, of invented words. Immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/freebase_hash.h"

namespace gntp::bench {

inline constexpr std::size_t kLongestName = 48;

// Of three syllables, another one for each number below 512,000.
std::string invented_word(std::uint32_t number);

class EntityNames {
 public:
  // Ids below `things` are numbered names, those behind them have the given ones.
  EntityNames(std::uint32_t things, std::vector<std::string> others, std::uint64_t key);

  // Writes the name, at most kLongestName bytes; returns where it ends.
  char* write(std::uint32_t entity, char* to) const;

 private:
  std::uint32_t things_;
  unsigned digits_;
  Shuffled order_;
  std::vector<std::string> others_;
};

}  // namespace gntp::bench
