// Files that the system keeps in memory, and how to make it forget them, so that what reads them
// next waits for the disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace gntp::bench {

// Of one file, or of all in a folder. What a process has mapped stays. Throws Error where a file
// cannot be opened or written to the disk.
void drop_from_cache(const std::filesystem::path& path);

// Which part of a file is in memory, from 0 to 1.
double cached_share(const std::filesystem::path& file);

// How many bytes the system reads at once around a page that is not in memory, at most, from the
// disk that has the file; nothing where it does not say.
std::optional<std::size_t> read_ahead_bytes(const std::filesystem::path& file);

}  // namespace gntp::bench
