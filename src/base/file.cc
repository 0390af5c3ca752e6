#include "base/file.h"

#include <fcntl.h>
#include <xxhash.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/staged_file.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 18U;

// Calls `use(bytes)` for each block of the file.
template <typename Use>
void for_each_block(const fs::path& path, Use use) {
  const Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) fail("{}: cannot open: {}", path.string(), last_reason());
  std::vector<char> block(kBlock);
  for (;;) {
    const ssize_t count = file.read(block.data(), block.size());
    if (count == 0) return;
    if (count > 0) {
      use(std::string_view(block.data(), static_cast<std::size_t>(count)));
    } else if (errno == EISDIR) {
      fail("{}: is a folder, where a file is expected", path.string());
    } else {
      fail("{}: cannot read: {}", path.string(), last_reason());
    }
  }
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::string bytes;
  for_each_block(path, [&](std::string_view block) { bytes += block; });
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes, IfExists if_exists) {
  StagedFile file(path, if_exists);
  file.append(bytes);
  file.commit();
}

std::string file_hash(const fs::path& path) {
  const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> state(XXH64_createState(),
                                                                         &XXH64_freeState);
  XXH64_reset(state.get(), 0);
  for_each_block(
      path, [&](std::string_view block) { XXH64_update(state.get(), block.data(), block.size()); });
  return fmt::format("{:016x}", XXH64_digest(state.get()));
}

}  // namespace gntp
