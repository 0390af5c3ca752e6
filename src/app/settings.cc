#include "app/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/text.h"

namespace gntp {
namespace {

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

Bounds from_to(double low, double high) {
  return {low, high};
}
Bounds above(double low, double high) {
  return {low, high, Bounds::End::kOpen};
}
Bounds between(double low, double high) {
  return {low, high, Bounds::End::kOpen, Bounds::End::kOpen};
}

template <typename Access>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<Access, Settings&>>;

template <typename Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

// A switch.
template <typename Access>
Setting setting(std::string_view name, Access access, std::string_view description) {
  static_assert(std::is_same_v<ValueOf<Access>, bool>);
  return {std::string(name), std::string(description), "true or false",
          [access](const Settings& settings) -> SettingValue { return access(settings); },
          [access](Settings& settings, const SettingValue& value) {
            const bool* given = std::get_if<bool>(&value);
            if (given != nullptr) access(settings) = *given;
            return given != nullptr;
          }};
}

// A number: whole where its place is a std::size_t.
template <typename Access>
Setting setting(std::string_view name, Access access, Bounds bounds, std::string_view description) {
  using Number = ValueOf<Access>;
  constexpr bool kWhole = std::is_same_v<Number, std::size_t>;
  static_assert(kWhole || std::is_same_v<Number, double>);
  using Stored = std::conditional_t<kWhole, std::int64_t, double>;
  return {std::string(name), std::string(description),
          fmt::format("{} {}", kWhole ? "a whole number" : "a number", bounds.text()),
          [access](const Settings& settings) -> SettingValue {
            return static_cast<Stored>(access(settings));
          },
          [access, bounds](Settings& settings, const SettingValue& value) {
            double number = std::numeric_limits<double>::quiet_NaN();
            if (const auto* whole = std::get_if<std::int64_t>(&value)) {
              number = static_cast<double>(*whole);
            } else if (const auto* real = std::get_if<double>(&value); real != nullptr && !kWhole) {
              number = *real;
            }
            if (!bounds.contain(number)) return false;
            access(settings) = static_cast<Number>(number);
            return true;
          }};
}

// One of several names.
template <typename Access>
Setting setting(std::string_view name, Access access, Choices<ValueOf<Access>> choices,
                std::string_view description) {
  std::string allowed;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string_view before = i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ";
    allowed += fmt::format("{}\"{}\"", before, choices[i].first);
  }
  return {std::string(name), std::string(description), allowed,
          [access, choices](const Settings& settings) -> SettingValue {
            const auto current = access(settings);
            return std::ranges::find_if(
                       choices, [&](const auto& choice) { return choice.second == current; })
                ->first;
          },
          [access, choices](Settings& settings, const SettingValue& value) {
            const auto* given = std::get_if<std::string>(&value);
            if (given == nullptr) return false;
            const auto found = std::ranges::find_if(
                choices, [&](const auto& choice) { return choice.first == *given; });
            if (found == choices.end()) return false;
            access(settings) = found->second;
            return true;
          }};
}

// Where a setting lives, for reading and for writing.
#define PLACE(member)           \
  [](auto& settings) -> auto& { \
    return settings.member;     \
  }

constexpr double kMany = 1e9;

// The list. A new setting is its struct's member and one entry here.
std::vector<Setting> make_settings() {
  return {
      setting("model.dim", PLACE(model.dim), from_to(1, 4096), "size of every vector"),
      setting("model.rule_predicates", PLACE(model.rule_predicates),
              {{"standard", RulePredicates::kStandard}, {"attention", RulePredicates::kAttention}},
              "a rule predicate is a free vector, or attends over the relations"),
      setting("model.entity_scale", PLACE(model.entity_scale), from_to(0, 1000),
              "entity vectors start uniform in [-scale, scale]"),
      setting("model.relation_scale", PLACE(model.relation_scale), from_to(0, 1000),
              "relation vectors start uniform in [-scale, scale]"),
      setting("model.rule_scale", PLACE(model.rule_scale), from_to(0, 1000),
              "rule predicates (or their attention) start uniform in [-scale, scale]"),
      setting("model.slope", PLACE(model.slope), between(0, 1000),
              "similarity of two symbols = exp(-slope * distance)"),
      setting("model.train_slope", PLACE(model.train_slope), "the slope is learned too"),

      setting("prover.depth", PLACE(prover.depth), from_to(0, 8),
              "nested rule applications; 0 = facts only"),
      setting("prover.unification", PLACE(prover.unification),
              {{"per_term", Unification::kPerTerm}, {"joint", Unification::kJoint}},
              "the weakest of the compared symbols counts, or all together"),
      setting("prover.tnorm", PLACE(prover.tnorm),
              {{"min", TNorm::kMin}, {"product", TNorm::kProduct}},
              "how the unifications of a proof make its score"),
      setting("prover.floor", PLACE(prover.floor), between(0, 1),
              "a proof that scores below this counts as no proof"),
      setting("prover.k_facts", PLACE(prover.k_facts), from_to(0, kMany),
              "greedy: facts that a goal unifies with; 0 = all (exact)"),
      setting("prover.k_rules", PLACE(prover.k_rules), from_to(0, kMany),
              "greedy: rules of each template that a goal unifies with; 0 = all (exact)"),
      setting("prover.retrieval", PLACE(prover.retrieval),
              {{"unification", Retrieval::kUnification}, {"euclidean", Retrieval::kEuclidean}},
              "what nearest means for k_facts: the unification's own distance, or L2"),

      setting("learn.epochs", PLACE(learn.epochs), from_to(0, 1e6),
              "passes over the training facts"),
      setting("learn.batch_size", PLACE(learn.batch_size), from_to(1, kMany),
              "training facts per step"),
      setting("learn.learning_rate", PLACE(learn.adam.learning_rate), above(0, 10),
              "step size of Adam"),
      setting("learn.relation_rate", PLACE(learn.adam.relation_rate), from_to(0, 1000),
              "factor on the rate of relation vectors; 0 = they stay"),
      setting("learn.entity_rate", PLACE(learn.adam.entity_rate), from_to(0, 1000),
              "factor on the rate of entity vectors; 0 = they stay"),
      setting("learn.l2", PLACE(learn.l2), from_to(0, 100), "weight decay"),
      setting("learn.clip", PLACE(learn.clip), from_to(0, kMany),
              "longest gradient of a batch; 0 = any"),
      setting("learn.corrupt_head", PLACE(learn.corruptions.head), from_to(0, 1000),
              "negatives per fact with another head"),
      setting("learn.corrupt_tail", PLACE(learn.corruptions.tail), from_to(0, 1000),
              "negatives per fact with another tail"),
      setting("learn.corrupt_both", PLACE(learn.corruptions.both), from_to(0, 1000),
              "negatives per fact with another head and tail"),
  };
}

#undef PLACE

}  // namespace

std::span<const Setting> all_settings() {
  static const std::vector<Setting> settings = make_settings();
  return settings;
}

const Setting* find_setting(std::string_view name) {
  const auto settings = all_settings();
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &*found;
}

std::string unknown_setting(std::string_view name) {
  std::vector<std::string> names;
  for (const Setting& setting : all_settings()) names.push_back(setting.name);
  // `epochs` alone, or in the wrong section, is meant as `learn.epochs`.
  const std::string_view key = name.substr(name.find('.') + 1);
  std::string hint = suggestion(name, names);
  for (const Setting& setting : all_settings()) {
    if (setting.key() == key) hint = fmt::format("did you mean '{}'?", setting.name);
  }
  return fmt::format("unknown setting '{}'; {}", excerpt(name),
                     hint.empty() ? "'gntp help settings' lists them" : hint);
}

}  // namespace gntp
