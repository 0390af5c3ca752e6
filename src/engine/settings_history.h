// Settings across versions: config.toml of a run has every setting that the version that wrote it
// had, and a setting that came or went since keeps what the run answers.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "engine/settings.h"
#include "engine/version_number.h"

namespace gntp {

// A setting that runs of earlier versions have and this version lacks.
struct RemovedSetting {
  std::string name;
  VersionNumber removed;  // the first version without it
  // The value that says what gntp does without it. Nothing: any, because no answer of a model that
  // is trained depends on it.
  std::optional<SettingValue> today;
};
std::span<const RemovedSetting> removed_settings();

// Reads the config.toml of a run that `version` wrote. Throws Error with the file and the setting:
// where one is missing that the version had, where one is unknown to it, and where a removed one
// has a value that this version has nothing for.
AllOptions read_run_settings(const std::filesystem::path& file, const VersionNumber& version,
                             std::span<const RemovedSetting> removed = removed_settings());

}  // namespace gntp
