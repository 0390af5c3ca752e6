#include "engine/checkpoints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file_calls.h"
#include "base/folder.h"
#include "device/device.h"
#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKept = 2;
constexpr std::string_view kExtension = ".state";

}  // namespace

void Checkpoints::save(const std::function<void(ArchiveWriter&)>& write) {
  const std::vector<fs::path> before = list();
  const unsigned long last = before.empty() ? 0 : std::stoul(before.front().stem().string());
  const fs::path file = folder_ / fmt::format("{:08}{}", last + 1, kExtension);
  try {
    ArchiveWriter archive(file);
    write(archive);
    archive.commit();
    for (std::size_t i = kKept - 1; i < before.size(); ++i) {
      file_calls().remove_file(before[i].c_str());
    }
  } catch (const DeviceError&) {
    throw;  // there is nothing to go on with
  } catch (const Error& error) {
    warn(observer_,
         fmt::format("no checkpoint was written, and training goes on: {}", error.what()));
  }
  since_last_ = {};
}

std::optional<ArchiveReader> Checkpoints::newest() const {
  for (const fs::path& file : list()) {
    try {
      return ArchiveReader(file);
    } catch (const Error& error) {
      warn(observer_, fmt::format("{}; going on from the checkpoint before it", error.what()));
    }
  }
  return std::nullopt;
}

bool Checkpoints::may_have_any() const noexcept {
  try {
    return !list().empty();
  } catch (...) {
    return true;
  }
}

std::vector<fs::path> Checkpoints::list() const {
  std::vector<fs::path> files;
  for (const std::string& name : names_in(folder_)) {
    const fs::path path = folder_ / name;
    const std::string number = path.stem().string();
    const bool is_number = !number.empty() && number.size() < 10 &&
                           number.find_first_not_of("0123456789") == std::string::npos;
    if (path.extension() == kExtension && is_number) files.push_back(path);
  }
  std::ranges::sort(files, std::ranges::greater());
  return files;
}

}  // namespace gntp
