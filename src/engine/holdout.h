// Training facts to choose by, where the valid split has too few triples: they are held out, or, of
// very many facts, some are asked about without themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kb/dataset.h"

namespace gntp {

// As many valid triples are enough to choose by.
inline constexpr std::size_t kEnoughToChoose = 100;

// Of more facts none are held out: the rest would be all of them once more, to be mined again.
inline constexpr std::size_t kMostToHoldOutOf = 5'000'000;

// The data set with that share of its training facts, drawn by the seed, in the valid split
// instead. Mentions stay.
LoadedDataset hold_out(const LoadedDataset& dataset, double share, std::uint64_t seed);

// As many training facts, or as there are, drawn by the seed, in their order. Mentions are none.
std::vector<Triple> draw_facts(const KnowledgeBase& kb, std::size_t count, std::uint64_t seed);

}  // namespace gntp
