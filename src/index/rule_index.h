// Which rules to try for a goal, nearest head first.
#pragma once

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
            const GoalPredicates* admitted = nullptr)
      : rules_(rules), model_(model), goals_(goals), k_(k), admitted_(admitted) {}

  // Takes the model's vectors as they are now.
  void refresh(ThreadPool& threads);

  // By distance, then rule. Requires: the predicate is one of the goals'.
  std::span<const RuleMatch> nearest(PredicateId predicate) const { return matches_[predicate]; }

 private:
  const RuleSet& rules_;
  const Model& model_;
  Goals goals_;
  std::size_t k_;
  const GoalPredicates* admitted_;
  std::vector<std::vector<RuleMatch>> matches_;
};

}  // namespace gntp
