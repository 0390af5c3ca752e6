// Files that the system keeps in memory, and how to make it forget them, so that what reads them
// next waits for the disk.
#pragma once

#include <filesystem>

namespace gntp::bench {

// Of one file, or of all in a folder. What a process has mapped stays. Throws Error where a file
// cannot be opened or written to the disk.
void drop_from_cache(const std::filesystem::path& path);

// Which part of a file is in memory, from 0 to 1.
double cached_share(const std::filesystem::path& file);

}  // namespace gntp::bench
