// How a member of an options struct becomes a setting: a switch, a number within bounds or one of
// several names. For the lists of settings (settings.cc, predictor_settings.cc).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/settings.h"

namespace gntp {

inline constexpr double kMany = 1e9;  // the upper bound where none is meant

// The numbers that a setting may have; `kOpen` ends are not among them.
struct Bounds {
  enum class End { kClosed, kOpen };
  double low;
  double high;
  End low_end = End::kClosed;
  End high_end = End::kClosed;

  bool contain(double value) const {
    const bool above = low_end == End::kOpen ? value > low : value >= low;
    const bool below = high_end == End::kOpen ? value < high : value <= high;
    return above && below;
  }
  std::string text() const {
    if (low_end == End::kClosed && high_end == End::kClosed) {
      return fmt::format("from {} to {}", low, high);
    }
    return fmt::format("{} {} and {} {}", low_end == End::kOpen ? "above" : "at least", low,
                       high_end == End::kOpen ? "below" : "at most", high);
  }
};

inline Bounds from_to(double low, double high) {
  return {low, high};
}
inline Bounds above(double low, double high) {
  return {low, high, Bounds::End::kOpen};
}
inline Bounds between(double low, double high) {
  return {low, high, Bounds::End::kOpen, Bounds::End::kOpen};
}

// The struct among the settings that has this type.
template <typename Part, typename AnySettings>
auto& part_of(AnySettings& settings) {
  if constexpr (std::is_same_v<Part, ModelOptions>) {
    return settings.model;
  } else if constexpr (std::is_same_v<Part, ProverOptions>) {
    return settings.prover;
  } else if constexpr (std::is_same_v<Part, AggregateOptions>) {
    return settings.prover.aggregation;
  } else if constexpr (std::is_same_v<Part, AdamOptions>) {
    return settings.learn.adam;
  } else if constexpr (std::is_same_v<Part, Corruptions>) {
    return settings.learn.corruptions;
  } else if constexpr (std::is_same_v<Part, RuleChoice>) {
    return settings.rules;
  } else if constexpr (std::is_same_v<Part, MineOptions>) {
    return settings.mine;
  } else if constexpr (std::is_same_v<Part, PredictorOptions>) {
    return settings.predictor;
  } else {
    static_assert(std::is_same_v<Part, LearnOptions>);
    return settings.learn;
  }
}

template <typename Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

// A switch.
template <typename Part>
Setting setting(std::string_view name, bool Part::*member, std::string_view description) {
  return {std::string(name), std::string(description), "true or false",
          [member](const AllOptions& settings) -> SettingValue {
            return part_of<Part>(settings).*member;
          },
          [member](AllOptions& settings, const SettingValue& value) {
            const bool* given = std::get_if<bool>(&value);
            if (given != nullptr) part_of<Part>(settings).*member = *given;
            return given != nullptr;
          }};
}

// A number: whole where its place is a std::size_t.
template <typename Part, typename Number>
Setting setting(std::string_view name, Number Part::*member, Bounds bounds,
                std::string_view description) {
  constexpr bool kWhole = std::is_same_v<Number, std::size_t>;
  static_assert(kWhole || std::is_same_v<Number, double>);
  using Stored = std::conditional_t<kWhole, std::int64_t, double>;
  return {std::string(name), std::string(description),
          fmt::format("{} {}", kWhole ? "a whole number" : "a number", bounds.text()),
          [member](const AllOptions& settings) -> SettingValue {
            return static_cast<Stored>(part_of<Part>(settings).*member);
          },
          [member, bounds](AllOptions& settings, const SettingValue& value) {
            double number = std::numeric_limits<double>::quiet_NaN();
            if (const auto* whole = std::get_if<std::int64_t>(&value)) {
              number = static_cast<double>(*whole);
            } else if (const auto* real = std::get_if<double>(&value); real != nullptr && !kWhole) {
              number = *real;
            }
            if (!bounds.contain(number)) return false;
            part_of<Part>(settings).*member = static_cast<Number>(number);
            return true;
          }};
}

// One of several names.
template <typename Part, typename Enum>
Setting setting(std::string_view name, Enum Part::*member, Choices<Enum> choices,
                std::string_view description) {
  std::string allowed;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string_view before = i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ";
    allowed += fmt::format("{}\"{}\"", before, choices[i].first);
  }
  return {std::string(name), std::string(description), allowed,
          [member, choices](const AllOptions& settings) -> SettingValue {
            const auto current = part_of<Part>(settings).*member;
            return std::ranges::find_if(
                       choices, [&](const auto& choice) { return choice.second == current; })
                ->first;
          },
          [member, choices](AllOptions& settings, const SettingValue& value) {
            const auto* given = std::get_if<std::string>(&value);
            if (given == nullptr) return false;
            const auto found = std::ranges::find_if(
                choices, [&](const auto& choice) { return choice.first == *given; });
            if (found == choices.end()) return false;
            part_of<Part>(settings).*member = found->second;
            return true;
          }};
}

// A setting that came with this version; runs of earlier ones have its default.
inline Setting new_in(VersionNumber version, Setting setting) {
  setting.since = version;
  return setting;
}

// Those of link predictors (predictor_settings.cc).
std::vector<Setting> predictor_settings();

}  // namespace gntp
