#include "prover/table_paths.h"

#include <map>
#include <utility>

namespace gntp {

std::optional<TablePaths> TablePaths::of(const RuleSet& rules) {
  TablePaths paths;
  std::map<std::pair<PredicateId, std::uint8_t>, std::uint32_t> places;
  paths.paths_.reserve(rules.size());
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    const auto found = RulePath::of(rules[rule]);
    if (!found) return std::nullopt;
    const std::span<const RulePath::Step> steps = found->steps();
    Path path;
    path.size = steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto [place, is_new] =
          places.try_emplace({steps[i].predicate, steps[i].direction}, paths.steps_.size());
      if (is_new) paths.steps_.push_back({steps[i].predicate, steps[i].direction});
      path.steps[i] = place->second;
      path.atoms[i] = steps[i].atom;
      if (i == 0) continue;
      const bool binds_first = steps[i - 1].atom < steps[i].atom;
      path.roles[i - 1].to = binds_first ? Role::kBinds : Role::kCompares;
      path.roles[i].from = binds_first ? Role::kCompares : Role::kBinds;
    }
    if (path.size == RulePath::kMaxSteps) {
      path.rest = static_cast<std::uint32_t>(paths.long_rules_.size());
      paths.long_rules_.push_back(rule);
    }
    paths.paths_.push_back(path);
  }
  for (std::uint32_t place = 0; place < paths.steps_.size(); ++place) {
    const PredicateId predicate = paths.steps_[place].predicate;
    if (predicate >= paths.with_predicate_.size()) {
      paths.with_predicate_.resize(predicate + std::size_t{1}, kNoStep);
    }
    paths.with_predicate_[predicate] = place;
  }
  return paths;
}

TableCost TablePaths::cost(std::size_t entities, SymbolKind kind, std::size_t depth) const {
  const bool soft = kind == SymbolKind::kSoft;
  const auto all_steps = static_cast<double>(steps_.size());
  const auto rests = static_cast<double>(long_rules_.size()) * (soft ? 2 : 1);
  const auto all_rules = static_cast<double>(paths_.size());
  const double tables = all_steps * (soft ? StepRoles::kCount : 1) + rests;
  const double products = all_steps * (soft ? StepRoles::kCount - 1 : 0) + rests + all_rules;
  const auto levels = static_cast<double>(depth);
  const auto size = static_cast<double>(entities);
  return {.bytes = (levels * tables + all_rules + 1) * size * size * sizeof(float),
          .operations = levels * products * size * size * size};
}

}  // namespace gntp
