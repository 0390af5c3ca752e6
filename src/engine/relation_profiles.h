// What kind of relation each one is, from counts of the training facts: to how many tails a head
// goes and back, whether it is its own inverse, which other relation says the same or the inverse
// of it, and how the facts are spread over the entities.
#pragma once

#include <gntp/dataset.h>

#include <vector>

#include "kb/dataset.h"

namespace gntp {

// Fills in what the facts say of each relation, by id; patterns have no profiles.
void add_profiles(const KnowledgeBase& kb, std::vector<DatasetStatistics::Relation>& relations);

// How many entities have how many facts, by powers of two; and those that have most.
void add_degrees(const KnowledgeBase& kb, DatasetStatistics& statistics);

// How many triples of each split training says in other words: by a relation that says the same, or
// by one that says the inverse. Requires: the profiles are there.
void add_hidden_leaks(const LoadedDataset& dataset,
                      const std::vector<DatasetStatistics::Relation>& relations,
                      DatasetStatistics& statistics);

}  // namespace gntp
