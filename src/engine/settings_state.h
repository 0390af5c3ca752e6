// What is behind the public Settings.
#pragma once

#include <gntp/settings.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/setting_needs.h"
#include "engine/settings.h"

namespace gntp {

struct Settings::State {
  AllOptions options;
  std::string preset;
  std::filesystem::path preset_rules;  // empty: it has none of its own

  // Who gave which settings: the preset, a file, --set. The later counts.
  struct Source {
    enum class Kind : std::uint8_t { kPreset, kFile, kSet };
    Kind kind;
    std::string name;  // for messages
    std::set<std::string, std::less<>> settings;
    AllOptions after;  // all settings as they then were
  };
  std::vector<Source> sources;

  // Throws UsageError for a setting that has no effect. One that a later source takes the effect
  // from may stay: a preset cannot know what is changed about it. What the data lack is held
  // against settings that the user gave, not against a preset.
  void check_effects(const DataTraits& data = {}) const;
};

// Throws UsageError where settings do not go together or have no effect on this data.
void check_settings(const Settings& settings, const KnowledgeBase& kb);

}  // namespace gntp
