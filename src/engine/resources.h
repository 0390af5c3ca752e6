// What comes with gntp and is found without a path: presets and the demonstration's data.
//
// The folder that holds them is $GNTP_HOME where that is set; otherwise share/gntp of the prefix
// that the program or the shared library is in, the prefix that was configured, or the checkout
// that an executable in build/<preset>/ was built from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// Throws Error if there is none.
std::filesystem::path resource_folder();

inline constexpr std::string_view kRulesPreset = "rules";   // rules found in the data
inline constexpr std::string_view kUsualPreset = "hybrid";  // what suits data of any kind

struct PresetFile {
  std::string name;
  std::string summary;  // the file's first comment
  std::filesystem::path file;
  // Rule templates of its own, NAME.pl beside the file, to use instead of the data's; empty if it
  // has none.
  std::filesystem::path rules;
};

// All presets, by name.
std::vector<PresetFile> all_presets();

// Throws UsageError with the names that exist.
PresetFile find_preset(std::string_view name);

// The rule files to use: those given, else the preset's own; none: the data's. `preset` may be
// empty. Throws as `find_preset` does.
std::vector<std::filesystem::path> rule_files(const std::vector<std::string>& given,
                                              std::string_view preset);

}  // namespace gntp
