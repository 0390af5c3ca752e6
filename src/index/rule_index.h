// Which rules to try for a goal, nearest head first. Heads farther than the floor's radius prove
// nothing and are left out, so that of thousands of rules a goal sees its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "index/goal_predicates.h"
#include "kb/rules.h"
#include "model/model.h"

namespace gntp {

struct RuleMatch {
  float distance;  // between the goal's predicate and the head's
  Id rule;
};

class RuleIndex {
 public:
  // Whose heads are compared with goals: subgoals below the first rule have slots for predicates.
  enum class Goals { kRelations, kAllPredicates };

  // With k > 0 only the k nearest rules of each template are kept for a goal (the paper's k_r);
  // predicates that `admitted` lacks get no rules (null: it has all). Keeps references.
  RuleIndex(const RuleSet& rules, const Model& model, Goals goals, std::size_t k,
            const GoalPredicates* admitted = nullptr);

  // Takes the model's vectors as they are now.
  void refresh(float radius, ThreadPool& threads);
  // Takes these predicates' vectors as they are now; the others have not changed.
  void update(float radius, std::span<const std::uint32_t> moved, ThreadPool& threads);

  // By distance, then rule. Requires: the predicate is one of the goals'.
  std::span<const RuleMatch> nearest(PredicateId predicate) const { return matches_[predicate]; }
  // Whether the last refresh or update may have changed them.
  bool changed(PredicateId predicate) const { return changed_[predicate] != 0; }

 private:
  bool follow(PredicateId goal, std::span<const std::uint32_t> moved,
              std::span<const std::uint8_t> has_moved);
  bool is_admitted(PredicateId goal) const {
    return admitted_ == nullptr || admitted_->contains(goal);
  }
  void add_rules_of(PredicateId head, PredicateId goal);
  void sort(PredicateId goal);

  const RuleSet& rules_;
  const Model& model_;
  Goals goals_;
  std::size_t k_;
  const GoalPredicates* admitted_;
  float radius_ = 0;
  std::vector<PredicateId> heads_;         // distinct, ascending
  std::vector<std::vector<Id>> rules_of_;  // by predicate: the rules with this head
  std::vector<std::vector<RuleMatch>> matches_;
  std::vector<std::uint8_t> changed_;  // by goal
};

}  // namespace gntp
