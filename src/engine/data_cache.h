// Stores of large data sets, made when they are first read and opened from then on, in the user's
// cache folder (gntp/packing.h). What a store was made of is known by the hashes of all files, the
// options of reading and the version. A file is not hashed again while its size, its time of change,
// its inode and its device are those of when it was hashed, and it was old enough then: a change
// later than the hash changes the time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "kb/dataset.h"

namespace gntp {

// As load_dataset, by way of the cache where the data are large enough for it. What is wrong with
// the cache is a warning, never an Error.
LoadedDataset load_by_cache(const std::filesystem::path& data, const RuleSources& rules,
                            Mentions mentions, OnError on_error, const ReadingOptions& reading);

// Where the stores are; nothing where the user has no such folder.
std::optional<std::filesystem::path> cache_folder();
// From which size on data are kept in the cache; nothing: never.
std::optional<std::uint64_t> cached_from();

}  // namespace gntp
