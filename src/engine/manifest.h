// manifest.json: the files of a run folder with their sizes and hashes, the format of the folder
// and the version that wrote it. It is written last; times.json is not in it, because it differs
// between runs that are equal otherwise.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/checked_folder.h"
#include "engine/version_number.h"

namespace gntp {

inline constexpr const char* kManifestFile = "manifest.json";
inline constexpr const char* kTimesFile = "times.json";
// The first version whose run folders have a manifest.
inline constexpr VersionNumber kFirstWithManifest{0, 3, 0};

struct Manifest {
  VersionNumber version;
  FileDigests files;
};

// Lists every file in the folder, hidden ones aside, and writes the list into it.
void write_manifest(const std::filesystem::path& folder);

// Nothing where the folder has none. Throws Error where it is damaged, of an unknown format or of a
// later version.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

// Throws Error where `file` says that a later version than this wrote the run, or none.
VersionNumber check_version(const std::string& version, const std::filesystem::path& file);

}  // namespace gntp
