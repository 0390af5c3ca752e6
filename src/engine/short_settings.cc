#include "engine/short_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/settings_text.h"

namespace gntp {
namespace {

using Listed = std::vector<const Setting*>;

void take_over(const Setting& setting, const AllOptions& from, AllOptions& settings) {
  setting.write(settings, setting.read(from));
}

bool differs(const Setting& setting, const AllOptions& settings,
             std::span<const AllOptions> starts) {
  return std::ranges::any_of(starts, [&](const AllOptions& start) {
    return setting.read(start) != setting.read(settings);
  });
}

// A start as reading a file that lists these settings leaves it: the mode is read first.
AllOptions read_over(AllOptions start, const Listed& listed, const AllOptions& settings) {
  const Setting* mode = find_setting(kModeSetting);
  if (std::ranges::find(listed, mode) != listed.end()) take_over(*mode, settings, start);
  for (const Setting* setting : listed) {
    if (setting != mode) take_over(*setting, settings, start);
  }
  return start;
}

Listed list_differences(const AllOptions& settings, std::vector<AllOptions> starts) {
  // A mode that is listed sets others, too: what counts is what differs after that.
  const Setting& mode = *find_setting(kModeSetting);
  const bool mode_differs = differs(mode, settings, starts);
  if (mode_differs) {
    for (AllOptions& start : starts) take_over(mode, settings, start);
  }
  Listed listed;
  for (const Setting& setting : all_settings()) {
    const bool is_mode = setting.name == kModeSetting;
    if (is_mode ? mode_differs : differs(setting, settings, starts)) listed.push_back(&setting);
  }
  return listed;
}

}  // namespace

std::string to_short_toml(const AllOptions& settings, std::span<const AllOptions> starts,
                          std::span<const DataTraits> data) {
  std::vector<AllOptions> all{AllOptions()};
  all.insert(all.end(), starts.begin(), starts.end());
  Listed listed = list_differences(settings, all);
  // One that is left out may take the effect from another.
  for (std::size_t before = 0; before != listed.size();) {
    before = listed.size();
    std::vector<AllOptions> results;
    results.reserve(all.size());
    for (const AllOptions& start : all) results.push_back(read_over(start, listed, settings));
    std::erase_if(listed, [&](const Setting* setting) {
      return std::ranges::any_of(results, [&](const AllOptions& result) {
        return std::ranges::all_of(data, [&](const DataTraits& traits) {
          return missing_need(*setting, result, traits) != nullptr;
        });
      });
    });
  }
  std::string text;
  std::string_view section;
  for (const Setting* setting : listed) {
    if (setting->section() != section) {
      text += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", setting->section());
      section = setting->section();
    }
    text += fmt::format("{} = {}\n", setting->key(), to_text(setting->read(settings)));
  }
  return text;
}

}  // namespace gntp
