// A ground fact `relation(head, tail)` in ids.
#pragma once

#include <compare>
#include <cstddef>
#include <unordered_set>

#include "kb/vocabulary.h"

namespace gntp {

struct Triple {
  Id head;
  Id relation;
  Id tail;

  friend auto operator<=>(const Triple&, const Triple&) = default;
};

struct TripleHash {
  std::size_t operator()(const Triple& triple) const {
    std::uint64_t hash = triple.relation * 0x9e3779b97f4a7c15ULL;
    hash ^= ((std::uint64_t{triple.head} << 32U) | triple.tail) + (hash >> 29U);
    hash *= 0xbf58476d1ce4e5b9ULL;
    return hash ^ (hash >> 32U);
  }
};

using TripleSet = std::unordered_set<Triple, TripleHash>;

}  // namespace gntp
