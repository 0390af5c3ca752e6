#include "engine/settings_history.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/checked_folder.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Whether this version can do without the setting.
void check_removed(const SettingEntry& entry, const fs::path& file, const VersionNumber& version,
                   std::span<const RemovedSetting> removed) {
  const auto found = std::ranges::find(removed, entry.name, &RemovedSetting::name);
  if (found == removed.end() || version >= found->removed) {
    fail_at(file, entry.line, "unknown setting '{}' in a run of gntp {}; {}", excerpt(entry.name),
            to_text(version), kDamageRemedy);
  }
  if (!found->today || entry.value == found->today) return;
  fail_at(file, entry.line,
          "{} must be {} since gntp {}, which lacks the setting; use a gntp before {}, or train "
          "again",
          entry.name, to_text(*found->today), to_text(found->removed), to_text(found->removed));
}

// A setting that came after the version has the value that keeps the run's answers.
void fill_in(const Setting& setting, const fs::path& file, const VersionNumber& version,
             AllOptions& settings) {
  if (setting.since <= version) {
    fail("{}: has no {}, which every run of gntp {} has; {}", file.string(), setting.name,
         to_text(version), kDamageRemedy);
  }
  if (setting.before) setting.write(settings, *setting.before);
}

}  // namespace

std::span<const RemovedSetting> removed_settings() {
  // Numbers of trainings that are over; a model has the slope that it was trained with.
  constexpr VersionNumber kNow{0, 3, 0};
  static const std::vector<RemovedSetting> kRemoved{
      {"model.slope", kNow, {}},           {"learn.clip", kNow, {}},
      {"learn.relations_after", kNow, {}}, {"mine.max_per_head", kNow, {}},
      {"mine.samples", kNow, {}},          {"mine.seconds", kNow, {}},
  };
  return kRemoved;
}

AllOptions read_run_settings(const fs::path& file, const VersionNumber& version,
                             std::span<const RemovedSetting> removed) {
  AllOptions settings;
  std::set<std::string> given;
  for (const SettingEntry& entry : read_setting_entries(file)) {
    if (entry.setting == nullptr) {
      check_removed(entry, file, version, removed);
      continue;
    }
    take_entry(file, entry, settings);
    given.insert(entry.name);
  }
  for (const Setting& setting : all_settings()) {
    if (!given.contains(setting.name)) fill_in(setting, file, version, settings);
  }
  return settings;
}

}  // namespace gntp
