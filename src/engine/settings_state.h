// What is behind the public Settings.
#pragma once

#include <gntp/settings.h>

#include <filesystem>
#include <string>

#include "engine/settings.h"

namespace gntp {

struct Settings::State {
  AllOptions options;
  std::string preset;
  std::filesystem::path preset_rules;  // empty: it has none of its own
};

}  // namespace gntp
