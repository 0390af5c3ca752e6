// What comes with the program and is found without a path: presets and the demonstration's data.
//
// The folder that holds them is $GNTP_HOME where that is set; otherwise `../share/gntp` beside an
// installed executable, or the checkout that an executable in build/<preset>/ was built from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// Throws Error if there is none.
std::filesystem::path resource_folder();

struct Preset {
  std::string name;
  std::string summary;  // the file's first comment
  std::filesystem::path file;
};

// All presets, by name.
std::vector<Preset> all_presets();

// Throws UsageError with the names that exist.
Preset find_preset(std::string_view name);

}  // namespace gntp
