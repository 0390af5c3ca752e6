// Training facts that are held out to choose by, where the valid split has too few triples.
#pragma once

#include <cstdint>

#include "kb/dataset.h"

namespace gntp {

// As many valid triples are enough to choose by.
inline constexpr std::size_t kEnoughToChoose = 100;

// The data set with that share of its training facts, drawn by the seed, in the valid split
// instead. Mentions stay.
LoadedDataset hold_out(const LoadedDataset& dataset, double share, std::uint64_t seed);

}  // namespace gntp
