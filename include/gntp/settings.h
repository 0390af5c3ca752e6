// The settings of a training: numbers, switches and choices with names such as `learn.epochs`. All
// of them have defaults; `describe` lists them.
//
// A value: copies are independent. Reading one from several threads is safe.
#pragma once

#include <gntp/export.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

class GNTP_API Settings {
 public:
  // The defaults.
  Settings();

  // The defaults, changed by a preset that comes with gntp, e.g. "mined". Presets are found in
  // $GNTP_HOME, in share/gntp of the prefix that the program or the shared library is in, or where
  // gntp was installed. Throws UsageError with the names that exist.
  static Settings preset(std::string_view name);
  // What suits data of any kind: the preset "hybrid".
  static Settings recommended();
  // The defaults, changed by a TOML file. Throws Error with file and line.
  static Settings load(const std::filesystem::path& file);

  // Takes over what a TOML file says; the other settings stay. Throws Error with file and line.
  void read(const std::filesystem::path& file);
  // Sets one, e.g. set("learn.epochs", "50"). Throws UsageError if there is no such setting or it
  // cannot have the value.
  void set(std::string_view name, std::string_view value);
  // The same for a text such as "learn.epochs=50".
  void assign(std::string_view assignment);
  // The value as TOML writes it. Throws UsageError if there is no such setting.
  std::string get(std::string_view name) const;
  // Throws UsageError where settings do not go together. Training does that itself.
  void check() const;

  // All settings as a TOML file that `load` reads, with a comment each.
  std::string to_toml() const;
  // A list for people: name, default, what is allowed, description.
  static std::string describe();

  // The preset that they began with; empty if none. Its rules, if it has rules of its own, are used
  // instead of the data set's.
  const std::string& preset_name() const;

  struct Preset {
    std::string name;
    std::string summary;
  };
  // The presets that come with gntp, by name.
  static std::vector<Preset> presets();

  // For the library itself.
  struct GNTP_INTERNAL State;
  explicit Settings(std::shared_ptr<const State> state);
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace gntp
