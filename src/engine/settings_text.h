// Settings as text: configuration files (TOML), `--set section.key=value`, and the list that help
// prints.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings.h"

namespace gntp {

// One entry of a file of settings.
struct SettingEntry {
  std::string name;
  std::size_t line;
  const Setting* setting;             // nullptr: there is none of that name
  std::optional<SettingValue> value;  // nothing for what no setting can be: lists, dates
};
// All entries, the mode first. Throws Error with file:line where the file is no TOML.
std::vector<SettingEntry> read_setting_entries(const std::filesystem::path& file);
// Takes over the entry of a setting that there is. Throws Error where it cannot have the value.
void take_entry(const std::filesystem::path& file, const SettingEntry& entry, AllOptions& settings);

// Takes over what a TOML file says; the other settings stay. Throws Error with file:line.
void read_settings(const std::filesystem::path& file, AllOptions& settings);

// The values that a search may give a setting; all of them are allowed.
struct Alternatives {
  const Setting* setting;
  std::vector<SettingValue> values;  // at least one
};

// A TOML file of settings in which a list stands for alternatives. Throws Error with file:line.
std::vector<Alternatives> read_alternatives(const std::filesystem::path& file);

// As TOML writes it: a floating-point number is never mistaken for a whole one.
std::string to_text(const SettingValue& value);

// Sets one. Throws UsageError if there is no such setting or it cannot have the value.
void set_setting(std::string_view name, std::string_view value, AllOptions& settings);

// Takes over one `section.key=value`. Throws UsageError.
void assign_setting(std::string_view assignment, AllOptions& settings);

// All settings as a TOML file that `read_settings` reads, with a comment each.
std::string to_toml(const AllOptions& settings);

// A list for people: name, default, what is allowed, description, what it needs to have an effect.
std::string describe_settings();

}  // namespace gntp
