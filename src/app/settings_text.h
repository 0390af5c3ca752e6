// Settings as text: configuration files (TOML), `--set section.key=value`, and the list that help
// prints.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/settings.h"

namespace gntp {

// Takes over what a TOML file says; the other settings stay. Throws Error with file:line.
void read_settings(const std::filesystem::path& file, Settings& settings);

// Takes over one `section.key=value`. Throws UsageError.
void assign_setting(std::string_view assignment, Settings& settings);

// All settings as a TOML file that `read_settings` reads, with a comment each.
std::string to_toml(const Settings& settings);

// A list for people: name, default, what is allowed, description.
std::string describe_settings();

}  // namespace gntp
