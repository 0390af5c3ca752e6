#include "engine/manifest.h"

#include <gntp/version.h>

#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kFormat = 2;  // 1: without a manifest

bool is_listed(const fs::path& path) {
  const std::string name = path.filename().string();
  return fs::is_regular_file(path) && !name.starts_with('.') && name != kManifestFile &&
         name != kTimesFile;
}

// The name of a file in the folder itself: nothing outside is read.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

FileDigests read_files(const Json& files, const fs::path& file) {
  FileDigests digests;
  for (const auto& [name, digest] : files.items()) {
    if (!is_plain_name(name)) {
      fail("{}: is damaged: '{}' is no name of a file in the folder; {}", file.string(),
           excerpt(name), kDamageRemedy);
    }
    digests[name] = {digest.at("bytes").get<std::uint64_t>(),
                     digest.at("xxh64").get<std::string>()};
  }
  return digests;
}

}  // namespace

void write_manifest(const fs::path& folder) {
  FileDigests digests;
  for (const std::string& name : names_in(folder)) {
    if (is_listed(folder / name)) digests[name] = digest_of_file(folder / name);
  }
  Json json{{"format", kFormat}, {"version", GNTP_VERSION}, {"files", Json::object()}};
  for (const auto& [name, digest] : digests) {
    json["files"][name] = {{"bytes", digest.bytes}, {"xxh64", digest.xxh64}};
  }
  write_file(folder / kManifestFile, json.dump(2) + '\n');
}

std::optional<Manifest> read_manifest(const fs::path& folder) {
  const fs::path file = folder / kManifestFile;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  const std::optional<Json> json = parse_json<Json>(CheckedFolder(folder).read(kManifestFile));
  if (!json) fail("{}: is damaged: not JSON; {}", file.string(), kDamageRemedy);
  try {
    const std::string version = json->at("version").get<std::string>();
    const auto format = json->at("format").get<std::uint64_t>();
    const VersionNumber number = check_version(version, file);
    if (format != kFormat || number < kFirstWithManifest) {
      fail("{}: the format {} of gntp {} is unknown to gntp {}; {}", file.string(), format, version,
           GNTP_VERSION, kDamageRemedy);
    }
    return Manifest{number, read_files(json->at("files"), file)};
  } catch (const Json::exception& error) {
    fail("{}: is damaged ({}); {}", file.string(), error.what(), kDamageRemedy);
  }
}

VersionNumber check_version(const std::string& version, const fs::path& file) {
  const std::optional<VersionNumber> number = parse_version(version);
  if (!number) {
    fail("{}: is damaged: '{}' is no version of gntp; {}", file.string(), excerpt(version),
         kDamageRemedy);
  }
  if (*number > own_version()) {
    fail("{}: the run was written by gntp {}, and this is gntp {}; use gntp {} or later",
         file.string(), version, GNTP_VERSION, version);
  }
  return *number;
}

}  // namespace gntp
