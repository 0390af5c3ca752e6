#include <gntp/error.h>

#include <utility>

#include "engine/resources.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"

namespace gntp {

Settings::Settings() : state_(std::make_shared<State>()) {}

Settings::Settings(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Settings Settings::preset(std::string_view name) {
  const PresetFile found = find_preset(name);
  auto state = std::make_shared<State>();
  read_settings(found.file, state->options);
  state->preset = found.name;
  state->preset_rules = found.rules;
  return Settings(std::move(state));
}

Settings Settings::load(const std::filesystem::path& file) {
  Settings settings;
  settings.read(file);
  return settings;
}

// Copies share their state until one of them changes. Each change starts with a copy, so that one
// that fails changes nothing.
template <typename Change>
static std::shared_ptr<const Settings::State> changed(const Settings::State& state,
                                                      const Change& change) {
  auto copy = std::make_shared<Settings::State>(state);
  change(copy->options);
  return copy;
}

void Settings::read(const std::filesystem::path& file) {
  state_ = changed(*state_, [&](AllOptions& options) { read_settings(file, options); });
}

void Settings::set(std::string_view name, std::string_view value) {
  state_ = changed(*state_, [&](AllOptions& options) { set_setting(name, value, options); });
}

void Settings::assign(std::string_view assignment) {
  state_ = changed(*state_, [&](AllOptions& options) { assign_setting(assignment, options); });
}

std::string Settings::get(std::string_view name) const {
  const Setting* setting = find_setting(name);
  if (setting == nullptr) throw UsageError(unknown_setting(name));
  return to_text(setting->read(state_->options));
}

void Settings::check() const {
  check_settings(state_->options);
}

std::string Settings::to_toml() const {
  return gntp::to_toml(state_->options);
}

std::string Settings::describe() {
  return describe_settings();
}

const std::string& Settings::preset_name() const {
  return state_->preset;
}

std::vector<Settings::Preset> Settings::presets() {
  std::vector<Preset> presets;
  for (PresetFile& preset : all_presets()) {
    presets.push_back({std::move(preset.name), std::move(preset.summary)});
  }
  return presets;
}

}  // namespace gntp
