// The order of facts. Entities and relations are numbered by name and facts are sorted by relation,
// head and tail, so that the order of lines in a file changes nothing that is learned from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kb/triple.h"

namespace gntp {

// A mention and how often it was seen.
struct CountedTriple {
  Triple triple;
  std::uint32_t count;
};

// The ids that Vocabulary::sort gave, by old id.
struct NewIds {
  std::vector<EntityId> entities;
  std::vector<RelationId> relations;

  void apply(Triple& triple) const {
    triple = {entities[triple.head], relations[triple.relation], entities[triple.tail]};
  }
};

// Sorts the triples and drops repeated ones; returns how many these were.
std::size_t sort_distinct(std::vector<Triple>& triples);

// The same; the counts of equal triples are added up, to 2^32 - 1 at most.
void sort_distinct(std::vector<CountedTriple>& triples);

}  // namespace gntp
