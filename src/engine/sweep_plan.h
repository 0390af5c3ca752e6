// Which settings a sweep tries: every combination of the alternatives, or some drawn at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/setting_needs.h"
#include "engine/settings_text.h"

namespace gntp {

struct Trial {
  AllOptions settings;
  std::vector<std::string> values;  // of what varies, in the plan's order, as TOML writes them
};

struct SweepPlan {
  std::vector<std::string> varied;  // names of the settings with several alternatives
  std::vector<std::string> fixed;   // of those with one
  std::vector<Trial> trials;        // all different
};

// `draws` different combinations drawn at random, the same for the same seed; all of them, in
// order, if `draws` is 0 or there are no more. Throws Error if all are wanted and there are too
// many to try.
SweepPlan plan_sweep(const AllOptions& base, std::span<const Alternatives> space, std::size_t draws,
                     std::uint64_t seed);

// Throws UsageError for a fixed setting that has no effect in any trial.
void check_fixed_settings(const SweepPlan& plan);
// Throws UsageError where the trial's settings do not go together, or where one that varies has no
// effect, so that another trial is the same.
void check_trial(const Trial& trial, const SweepPlan& plan, const DataTraits& data);

}  // namespace gntp
