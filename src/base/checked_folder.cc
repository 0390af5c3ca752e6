#include "base/checked_folder.h"

#include <xxhash.h>

#include <system_error>

#include "base/error.h"
#include "base/file.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMissing = "is missing";
constexpr std::string_view kNoFile = "is no file";

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// What cannot be read to its end: a pipe waits for a writer, some devices never end.
bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

FileDigest digest_of(std::string_view bytes) {
  return {bytes.size(), fmt::format("{:016x}", XXH64(bytes.data(), bytes.size(), 0))};
}

FileDigest digest_of_file(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  return {error ? 0 : bytes, file_hash(path)};
}

bool CheckedFolder::has(const std::string& name) const {
  return expected_ ? expected_->contains(name) : is_there(folder_ / name);
}

std::string CheckedFolder::read(const std::string& name) {
  require(name);
  std::string bytes = read_file(folder_ / name);
  if (!expected_) return bytes;
  if (const auto what = difference(name, digest_of(bytes))) fail_about(name, *what);
  checked_.insert(name);
  return bytes;
}

fs::path CheckedFolder::file(const std::string& name) {
  require(name);
  if (expected_ && !checked_.contains(name)) {
    if (const auto what = difference(name, digest_of_file(folder_ / name))) fail_about(name, *what);
    checked_.insert(name);
  }
  return folder_ / name;
}

void CheckedFolder::check_rest() {
  if (!expected_) return;
  for (const auto& [name, digest] : *expected_) file(name);
}

std::optional<std::string> CheckedFolder::fault_of(const std::string& name) const {
  if (!is_there(folder_ / name)) return std::string(kMissing);
  if (!is_file(folder_ / name)) return std::string(kNoFile);
  try {
    return difference(name, digest_of_file(folder_ / name));
  } catch (const Error& error) {
    return error.what();
  }
}

std::optional<std::string> CheckedFolder::difference(const std::string& name,
                                                     const FileDigest& found) const {
  const FileDigest& expected = expected_->at(name);
  if (found == expected) return std::nullopt;
  if (found.bytes == expected.bytes) {
    return fmt::format("is damaged: its bytes have the hash {}, where {} was written", found.xxh64,
                       expected.xxh64);
  }
  return fmt::format("is damaged: it has {} bytes, where {} were written", found.bytes,
                     expected.bytes);
}

void CheckedFolder::fail_about(const std::string& name, std::string_view what) const {
  fail("{}: {}; {}", (folder_ / name).string(), what, remedy_);
}

void CheckedFolder::require(const std::string& name) const {
  if (!is_there(folder_ / name)) fail_about(name, kMissing);
  if (!is_file(folder_ / name)) fail_about(name, kNoFile);
  if (expected_ && !expected_->contains(name)) {
    fail_about(name, "is not in the list of the folder's files, manifest.json");
  }
}

}  // namespace gntp
