#include "engine/resources.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/error.h"
#include "base/folder.h"
#include "base/line_reader.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

bool has_presets(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "presets", ignored);
}

// Where the code of the library is: the shared library, or the program that contains it.
fs::path library_folder() {
  static constexpr char kHere = 0;
  Dl_info info{};
  const bool found = ::dladdr(&kHere, &info) != 0 && info.dli_fname != nullptr;
  return found ? fs::path(info.dli_fname).parent_path() : fs::path();
}

// The text of the comment that a file opens with, or nothing.
std::string first_comment(const fs::path& file) {
  LineReader lines(file);
  std::string_view line;
  if (!lines.next(line) || !line.starts_with('#')) return "";
  return std::string(trim(line.substr(1)));
}

// Presets that `rules` has overtaken.
bool is_old_name(std::string_view name) {
  constexpr std::array<std::string_view, 8> kOldNames{"mined",         "mined-long",  "umls-mined",
                                                      "nations-mined", "fb122-mined", "wn18-mined",
                                                      "kinship-mined", "wn18rr-mined"};
  return std::ranges::find(kOldNames, name) != kOldNames.end();
}

}  // namespace

fs::path resource_folder() {
  if (const char* home = std::getenv("GNTP_HOME"); home != nullptr && *home != '\0') {
    if (has_presets(home)) return home;
    fail("GNTP_HOME={}: has no folder 'presets'; unset it or let it name the folder that has",
         home);
  }
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path library = library_folder();
  for (const fs::path& folder :
       {library / "share/gntp", library / "../share/gntp", library / "../../share/gntp",
        program / "../share/gntp", program / "../..", fs::path(GNTP_SHARE_DIR),
        fs::path(GNTP_SOURCE_DIR)}) {
    if (has_presets(folder)) return fs::weakly_canonical(folder, ignored);
  }
  fail("cannot find the presets that come with gntp; set GNTP_HOME to the folder that holds them");
}

std::vector<PresetFile> all_presets() {
  std::vector<PresetFile> presets;
  const fs::path folder = resource_folder() / "presets";
  for (const std::string& name : names_in(folder)) {
    const fs::path file = folder / name;
    if (file.extension() != ".toml") continue;
    fs::path rules = fs::path(file).replace_extension(".pl");
    if (!fs::exists(rules)) rules.clear();
    presets.push_back({file.stem().string(), first_comment(file), file, std::move(rules)});
  }
  std::ranges::sort(presets, {}, &PresetFile::name);
  return presets;
}

PresetFile find_preset(std::string_view name) {
  const std::string_view current = is_old_name(name) ? kRulesPreset : name;
  std::vector<std::string> names;
  for (PresetFile& preset : all_presets()) {
    if (preset.name == current) return std::move(preset);
    names.push_back(preset.name);
  }
  const std::string hint = suggestion(name, names);
  throw UsageError(fmt::format("unknown preset '{}'; {}{}there are {}", excerpt(name), hint,
                               hint.empty() ? "" : " ", fmt::join(names, ", ")));
}

std::vector<fs::path> rule_files(const std::vector<std::string>& given, std::string_view preset) {
  if (!given.empty() || preset.empty()) return {given.begin(), given.end()};
  const fs::path own = find_preset(preset).rules;
  return own.empty() ? std::vector<fs::path>() : std::vector<fs::path>{own};
}

}  // namespace gntp
