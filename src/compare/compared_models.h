// The models that can be compared: each is the preset of its name, so that 'gntp train --preset'
// gives the same model. Which they are depends on nothing in the data.
#pragma once

#include <gntp/dataset.h>
#include <gntp/settings.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

struct ComparedModel {
  std::string name;   // of the preset
  std::string title;  // in tables
  // Whether it needs templates of rules, and gets those that come with gntp
  // (presets/templates.pl) where the data have none.
  enum class Templates : std::uint8_t { kNone, kNeeded } templates = Templates::kNone;
};

// The one whose time is projected.
inline constexpr std::string_view kNtpModel = "ntp";

// The models of the paper's kind of table, in its order.
std::vector<ComparedModel> usual_models();

// "ntp,rules": the usual ones, or any preset; empty: all usual ones. Throws UsageError for a name
// that is no preset, with the nearest ones, or that is there twice.
std::vector<ComparedModel> parse_models(std::string_view text);

// The model of that name, one of the usual ones or any preset. Throws UsageError with the nearest.
ComparedModel find_model(std::string_view name);

// The data as the model needs them. Throws Error with file:line.
Dataset load_for(const ComparedModel& model, const Settings& settings,
                 const std::filesystem::path& data);

}  // namespace gntp
