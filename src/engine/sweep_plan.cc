#include "engine/sweep_plan.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/random.h"

namespace gntp {
namespace {

constexpr std::uint64_t kSweepStream = 21;
constexpr std::size_t kMaxTrials = 100'000;

// A combination is one index for each of the alternatives.
using Combination = std::vector<std::size_t>;

// The number of combinations, or something above kMaxTrials if there are more than that.
std::size_t count_combinations(std::span<const Alternatives> space) {
  std::size_t count = 1;
  for (const Alternatives& alternatives : space) {
    count *= alternatives.values.size();
    if (count > kMaxTrials) return kMaxTrials + 1;
  }
  return count;
}

// The n-th one; the last setting changes fastest.
Combination combination(std::span<const Alternatives> space, std::size_t n) {
  Combination chosen(space.size());
  for (std::size_t i = space.size(); i-- > 0;) {
    chosen[i] = n % space[i].values.size();
    n /= space[i].values.size();
  }
  return chosen;
}

std::vector<Combination> all_combinations(std::span<const Alternatives> space) {
  const std::size_t count = count_combinations(space);
  if (count > kMaxTrials) {
    fail("the space has more than {} combinations; draw some of them with --draws", kMaxTrials);
  }
  std::vector<Combination> all;
  for (std::size_t n = 0; n < count; ++n) all.push_back(combination(space, n));
  return all;
}

// Requires: fewer draws than combinations.
std::vector<Combination> draw_combinations(std::span<const Alternatives> space, std::size_t draws,
                                           std::uint64_t seed) {
  Random random(seed, kSweepStream);
  std::vector<Combination> drawn;
  std::set<Combination> seen;
  while (drawn.size() < draws) {
    Combination chosen(space.size());
    for (std::size_t i = 0; i < space.size(); ++i) {
      chosen[i] = random.below(space[i].values.size());
    }
    if (seen.insert(chosen).second) drawn.push_back(std::move(chosen));
  }
  return drawn;
}

}  // namespace

SweepPlan plan_sweep(const AllOptions& base, std::span<const Alternatives> space, std::size_t draws,
                     std::uint64_t seed) {
  SweepPlan plan;
  for (const Alternatives& alternatives : space) {
    (alternatives.values.size() > 1 ? plan.varied : plan.fixed)
        .push_back(alternatives.setting->name);
  }
  const bool all = draws == 0 || count_combinations(space) <= draws;
  for (const Combination& chosen :
       all ? all_combinations(space) : draw_combinations(space, draws, seed)) {
    Trial trial{base, {}};
    for (std::size_t i = 0; i < space.size(); ++i) {
      const SettingValue& value = space[i].values[chosen[i]];
      space[i].setting->write(trial.settings, value);
      if (space[i].values.size() > 1) trial.values.push_back(to_text(value));
    }
    plan.trials.push_back(std::move(trial));
  }
  return plan;
}

void check_fixed_settings(const SweepPlan& plan) {
  for (const std::string& name : plan.fixed) {
    const Setting& setting = *find_setting(name);
    const auto lacks = [&](const Trial& trial) {
      return missing_need(setting, trial.settings) != nullptr;
    };
    if (!std::ranges::all_of(plan.trials, lacks)) continue;
    const AllOptions& settings = plan.trials.front().settings;
    refuse(setting, *missing_need(setting, settings), settings, "sweep");
  }
}

void check_trial(const Trial& trial, const SweepPlan& plan, const DataTraits& data) {
  check_settings(trial.settings);
  for (const std::string& name : plan.varied) {
    const Setting& setting = *find_setting(name);
    if (const Need* need = missing_need(setting, trial.settings, data)) {
      refuse(setting, *need, trial.settings, "sweep");
    }
  }
}

}  // namespace gntp
