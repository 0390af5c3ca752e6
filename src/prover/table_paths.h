// The rules as subgoal tables see them (subgoal_tables.h): each body is a path of steps, and a step
// is a predicate in one of its directions. Of each step it is known beforehand what its two ends
// do with the symbols of a fact: the prover goes through a body left to right, so the first atom
// with a variable binds it, and the other one compares.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "prover/plan.h"
#include "prover/rule_path.h"
#include "prover/rule_plan.h"

namespace gntp {

// What the two ends of a step do, in the direction of the path.
struct StepRoles {
  Role from;
  Role to;

  static constexpr std::size_t kCount = 4;
  std::size_t index() const {
    return (from == Role::kBinds ? 0U : 2U) + (to == Role::kBinds ? 0U : 1U);
  }
};

class TablePaths {
 public:
  // A predicate in one direction: 0 from its first argument to its second, 1 back.
  struct TableStep {
    PredicateId predicate;
    std::uint8_t direction;
  };
  static constexpr std::uint32_t kNoStep = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kNoRest = std::numeric_limits<std::uint32_t>::max();
  struct Path {
    std::size_t size = 0;
    std::array<std::uint32_t, RulePath::kMaxSteps> steps{};  // places in `steps`
    std::array<std::uint8_t, RulePath::kMaxSteps> atoms{};   // which of the body each one is
    std::array<StepRoles, RulePath::kMaxSteps> roles{};      // at variables within the body
    std::uint32_t rest = kNoRest;  // of three steps: a place in `long_rules`

    // The roles of a step, where the goal's arguments have these.
    StepRoles roles_of(std::size_t step, StepRoles goal) const {
      return {step == 0 ? goal.from : roles[step].from,
              step + 1 == size ? goal.to : roles[step].to};
    }
  };

  // Nothing if some rule is no path of at most three steps.
  static std::optional<TablePaths> of(const RuleSet& rules);

  const Path& operator[](RuleId rule) const { return paths_[rule]; }
  std::span<const TableStep> steps() const { return steps_; }
  // A step with this predicate, in whatever direction; kNoStep if no body has it.
  std::uint32_t step_with(PredicateId predicate) const {
    return predicate < with_predicate_.size() ? with_predicate_[predicate] : kNoStep;
  }
  // The rules whose paths have three steps.
  std::span<const RuleId> long_rules() const { return long_rules_; }
  std::size_t rules() const { return paths_.size(); }

  // What tables of this depth for so many entities would cost.
  TableCost cost(std::size_t entities, SymbolKind kind, std::size_t depth) const;

 private:
  std::vector<TableStep> steps_;
  std::vector<std::uint32_t> with_predicate_;  // by predicate: a step that has it
  std::vector<Path> paths_;                    // by rule
  std::vector<RuleId> long_rules_;
};

}  // namespace gntp
