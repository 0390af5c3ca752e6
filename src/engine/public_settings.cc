#include <gntp/error.h>

#include <utility>

#include "base/text.h"
#include "engine/resources.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

using Source = Settings::State::Source;

// Takes over what the file says, and returns the names of the settings that it has.
std::set<std::string, std::less<>> read_given(const std::filesystem::path& file,
                                              AllOptions& options) {
  read_settings(file, options);
  std::set<std::string, std::less<>> names;
  for (const SettingEntry& entry : read_setting_entries(file)) names.insert(entry.name);
  return names;
}

// Settings that are set one after the other are one source: their order means nothing.
void remember_set(std::string_view name, Settings::State& state) {
  if (state.sources.empty() || state.sources.back().kind != Source::Kind::kSet) {
    state.sources.push_back({Source::Kind::kSet, "--set", {}, {}});
  }
  state.sources.back().settings.emplace(name);
  state.sources.back().after = state.options;
}

}  // namespace

Settings::Settings() : state_(std::make_shared<State>()) {}

Settings::Settings(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Settings Settings::preset(std::string_view name) {
  const PresetFile found = find_preset(name);
  auto state = std::make_shared<State>();
  std::set<std::string, std::less<>> names;
  // Presets NAME-mined say what differs from `rules`.
  if (found.name.ends_with("-mined")) {
    names = read_given(find_preset(kRulesPreset).file, state->options);
  }
  names.merge(read_given(found.file, state->options));
  state->sources.push_back({Source::Kind::kPreset, "preset " + found.name, names, state->options});
  state->preset = found.name;
  state->preset_rules = found.rules;
  return Settings(std::move(state));
}

Settings Settings::recommended() {
  return preset(kUsualPreset);
}

Settings Settings::load(const std::filesystem::path& file) {
  Settings settings;
  settings.read(file);
  return settings;
}

// Copies share their state until one of them changes. Each change starts with a copy, so that one
// that fails changes nothing.
void Settings::read(const std::filesystem::path& file) {
  auto copy = std::make_shared<State>(*state_);
  const std::set<std::string, std::less<>> names = read_given(file, copy->options);
  // A file that lists all settings was written by gntp and tells how things were.
  if (names.size() < all_settings().size()) {
    copy->sources.push_back({Source::Kind::kFile, file.string(), names, copy->options});
  }
  state_ = std::move(copy);
}

void Settings::set(std::string_view name, std::string_view value) {
  auto copy = std::make_shared<State>(*state_);
  set_setting(name, value, copy->options);
  remember_set(name, *copy);
  state_ = std::move(copy);
}

void Settings::assign(std::string_view assignment) {
  auto copy = std::make_shared<State>(*state_);
  assign_setting(assignment, copy->options);
  remember_set(trim(assignment.substr(0, assignment.find('='))), *copy);
  state_ = std::move(copy);
}

std::string Settings::get(std::string_view name) const {
  const Setting* setting = find_setting(name);
  if (setting == nullptr) throw UsageError(unknown_setting(name));
  return to_text(setting->read(state_->options));
}

void Settings::check() const {
  check_settings(state_->options);
  state_->check_effects();
}

void Settings::State::check_effects(const DataTraits& data) const {
  for (const Source& source : sources) {
    const DataTraits traits = source.kind == Source::Kind::kPreset ? DataTraits() : data;
    for (const std::string& name : source.settings) {
      const Setting& setting = *find_setting(name);
      const Need* need = missing_need(setting, options, traits);
      if (need != nullptr && missing_need(setting, source.after, traits) != nullptr) {
        refuse(setting, *need, options, source.name);
      }
    }
  }
}

void check_settings(const Settings& settings, const KnowledgeBase& kb) {
  check_settings(settings.state().options);
  settings.state().check_effects(traits_of(kb));
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
