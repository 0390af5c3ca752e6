// What may be wrong with a data set that could be read: counts, and warnings for the user.
#pragma once

#include "kb/dataset.h"
#include "kb/dataset_files.h"

namespace gntp {

// These require a data set whose names, facts and splits are in order.

// Warns of triples of a split that training has, too.
void warn_of_leaks(const DatasetFiles& files, LoadedDataset& dataset);

// Finds names that look the same and names in quotes, and warns of them.
void warn_of_names(LoadedDataset& dataset);

// Counts the names that training never shows.
void count_unseen(LoadedDataset& dataset);

}  // namespace gntp
