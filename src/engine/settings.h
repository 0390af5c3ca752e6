// Every setting of a run, listed once: name, place, allowed values, description. The configuration
// file, `--set`, the saved config.toml and the help all come from this list.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/version_number.h"
#include "learn/trainer.h"
#include "mine/mine_options.h"
#include "model/model.h"
#include "predict/predictor_options.h"
#include "prover/prover.h"

namespace gntp {

// Where a training's rules come from: templates whose predicates start at random, rules that were
// found in the training facts, or both. Rules between known relations that the user gives are
// always among them. Or there are none at all, and a link predictor speaks alone.
enum class RuleOrigin : std::uint8_t { kRandom, kMined, kBoth, kNone };

struct RuleChoice {
  RuleOrigin origin = RuleOrigin::kRandom;
};

struct AllOptions {
  ModelOptions model;
  ProverOptions prover;
  LearnOptions learn;
  RuleChoice rules;
  MineOptions mine;
  PredictorOptions predictor;
};

using SettingValue = std::variant<bool, std::int64_t, double, std::string>;

struct Setting {
  std::string name;         // section.key
  std::string description;  // one line
  std::string allowed;      // "a whole number from 0 to 8"
  std::function<SettingValue(const AllOptions&)> read;
  // False if the value has the wrong type or is not allowed; nothing has changed then.
  std::function<bool(AllOptions&, const SettingValue&)> write;
  // The first version that has it, and what runs of earlier versions mean: nothing where that is
  // the default.
  VersionNumber since = {0, 2, 0};
  std::optional<SettingValue> before = {};

  std::string_view section() const { return std::string_view(name).substr(0, name.find('.')); }
  std::string_view key() const { return std::string_view(name).substr(name.find('.') + 1); }
};

// The setting that is a mode: it sets others, too. A file is read with it first, so that what the
// file says beside it counts.
inline constexpr std::string_view kModeSetting = "learn.rules";

// All settings, those of a section together.
std::span<const Setting> all_settings();

// The setting of that name, or nullptr.
const Setting* find_setting(std::string_view name);

// Throws UsageError where settings do not go together, with what to do about it.
void check_settings(const AllOptions& settings);

// "unknown setting 'learn.epoch'; did you mean 'learn.epochs'?"
std::string unknown_setting(std::string_view name);

}  // namespace gntp
