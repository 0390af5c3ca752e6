// What is worth saying of a data set's statistics besides the numbers, in words.
#pragma once

#include <gntp/dataset.h>

#include <string>
#include <string_view>

namespace gntp {

// To how many tails a head goes and back, as the literature has it: 1-1, 1-n, n-1 or n-n.
std::string_view kind_of(const DatasetStatistics::Relation& relation);

// What is worth knowing of a relation besides its counts; empty where nothing is.
std::string remark_on(const DatasetStatistics::Relation& relation);

// What may be wrong with a split; empty where nothing is.
std::string remark_on(const DatasetStatistics::Split& split);

// Who has a label and who has none.
std::string remark_on_labels(const DatasetStatistics& counted);

}  // namespace gntp
