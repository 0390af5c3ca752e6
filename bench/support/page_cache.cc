#include "support/page_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

Descriptor open_to_read(const fs::path& path) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) fail("{}: cannot be opened: {}", path.string(), last_reason());
  return file;
}

void drop_file(const fs::path& path) {
  const Descriptor file = open_to_read(path);
  // Only pages that the disk has can go.
  if (!file.synchronise()) fail("{}: does not reach the disk: {}", path.string(), last_reason());
  if (const int error = ::posix_fadvise(file.number(), 0, 0, POSIX_FADV_DONTNEED); error != 0) {
    fail("{}: the system keeps it in memory (error {})", path.string(), error);
  }
}

}  // namespace

void drop_from_cache(const fs::path& path) {
  if (!fs::is_directory(path)) {
    drop_file(path);
    return;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) drop_file(entry.path());
  }
}

double cached_share(const fs::path& file) {
  const Descriptor open = open_to_read(file);
  const std::size_t size = fs::file_size(file);
  if (size == 0) return 0;
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, open.number(), 0);
  if (start == MAP_FAILED) fail("{}: cannot be mapped: {}", file.string(), last_reason());
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size + page - 1) / page);
  const int result = ::mincore(start, size, pages.data());
  ::munmap(start, size);
  if (result != 0) fail("{}: nobody knows what is in memory: {}", file.string(), last_reason());
  const auto there = std::ranges::count_if(pages, [](unsigned char p) { return (p & 1U) != 0; });
  return static_cast<double>(there) / static_cast<double>(pages.size());
}

std::optional<std::size_t> read_ahead_bytes(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return std::nullopt;
  std::ifstream setting(
      fmt::format("/sys/class/bdi/{}:{}/read_ahead_kb", major(found.st_dev), minor(found.st_dev)));
  std::size_t kibibytes = 0;
  if (!(setting >> kibibytes)) return std::nullopt;
  return kibibytes * 1024;
}

}  // namespace gntp::bench
