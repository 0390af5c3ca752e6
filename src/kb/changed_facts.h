// A knowledge base with some facts more and some fewer. Entities that training did not know stand
// after the others, by name: what refers to the others by id (rules, vectors, candidates) stays
// right, and it does not matter in how many steps facts came.
//
// Pure functions; safe to call from several threads.
#pragma once

#include <gntp/facts.h>

#include <cstddef>
#include <vector>

#include "kb/knowledge_base.h"

namespace gntp {

struct ChangedFacts {
  KnowledgeBase kb;
  // By new id, for the entities that training did not know: the id that they had, or none.
  std::vector<EntityId> old_ids;
  std::vector<Triple> added;         // in ids of `kb`, sorted
  std::vector<Triple> removed;       // of entities that are left, likewise
  std::size_t removed_facts = 0;     // all of them
  std::size_t known_already = 0;     // facts to add that were there
  std::size_t repeated = 0;          // facts that were given more than once
  std::size_t new_entities = 0;      // that were not there before
  std::size_t dropped_entities = 0;  // that training did not know and no fact has any more
};

// The last `added_entities` of the entities are those that training did not know. Throws Error for
// facts that `check_added` and `check_removed` refuse, and where no fact is left.
ChangedFacts change_facts(const KnowledgeBase& kb, std::size_t added_entities,
                          const FactChanges& changes);

// Throws Error unless the fact can be added: its relation is known, and names are names.
void check_added(const Fact& fact, const KnowledgeBase& kb);
// Throws Error unless the fact is known, and not read from a text.
void check_removed(const Fact& fact, const KnowledgeBase& kb);

}  // namespace gntp
