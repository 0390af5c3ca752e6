// Stores of large data sets, made when they are first read and opened from then on, in the user's
// cache folder (gntp/packing.h). What a store was made of is known by the hashes of all files, the
// options of reading and the version. A file is not hashed again while its size, its times, its
// inode and its device are those of when it was hashed, and it was some seconds old then. One of
// the times is that of the last change of any kind, which no program can set: whoever writes to the
// file changes it.
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
