// Which rules to try for a goal, the nearest first. Rules beyond the floor's radius prove nothing
// and are left out, so that of thousands of rules a goal sees its own.
//
// Where relations are symbolic a goal's rules are those with its relation in the head: their lists
// are made when somebody asks for them. `refresh` and `update` are for one thread, everything else
// is safe for any number.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "index/goal_predicates.h"
#include "index/symbol_distances.h"
#include "index/unification.h"
#include "kb/rule_set.h"
#include "model/model.h"

namespace gntp {

struct RuleMatch {
  float distance;   // the least that a proof by the rule costs: head predicate and confidence
  float predicate;  // between the goal's predicate and the head's
  RuleId rule;
};

class RuleIndex {
 public:
  // Whose heads are compared with goals: subgoals below the first rule have slots for predicates.
  enum class Goals { kRelations, kAllPredicates };

  // With k > 0 only the k nearest rules of each template are kept for a goal (the paper's k_r);
  // predicates that `admitted` lacks get no rules (null: it has all). Keeps references.
  RuleIndex(const RuleSet& rules, const Model& model, Goals goals, std::size_t k, TNorm tnorm,
            const GoalPredicates* admitted = nullptr);

  // Takes the model as it is now.
  void refresh(float radius, ThreadPool& threads);
  // Takes these predicates' vectors and rules' confidences as they are now; the others have not
  // changed.
  void update(float radius, const MovedRows& moved, ThreadPool& threads);

  // By distance, then rule. Requires: the predicate is one of the goals'.
  std::span<const RuleMatch> nearest(PredicateId predicate) const;
  // Whether the last refresh or update may have changed them.
  bool changed(PredicateId predicate) const { return changed_[predicate] != 0; }

  // The rules whose head has exactly this predicate, by number.
  std::span<const RuleId> with_head(PredicateId predicate) const {
    return std::span(by_head_).subspan(begin_[predicate],
                                       begin_[predicate + 1] - begin_[predicate]);
  }
  // How this rule matches a goal, whether or not it is within the radius.
  RuleMatch match(PredicateId goal, RuleId rule) const;
  // Between a goal's predicate and a head's.
  float to_head(PredicateId goal, PredicateId head) const;

 private:
  bool follow(PredicateId goal, std::span<const std::uint8_t> has_moved);
  bool is_admitted(PredicateId goal) const {
    return admitted_ == nullptr || admitted_->contains(goal);
  }
  void add_rules_of(PredicateId head, PredicateId goal) const;
  void list(PredicateId goal) const;
  void sort(PredicateId goal) const;

  const RuleSet& rules_;
  const Model& model_;
  Goals goals_;
  std::size_t k_;
  TNorm tnorm_;
  const GoalPredicates* admitted_;
  float radius_ = 0;
  std::vector<RuleId> by_head_;     // all rules, by the predicate of their heads
  std::vector<std::size_t> begin_;  // by predicate, in by_head_
  std::vector<std::uint8_t> changed_;
  // By goal. Symbolic relations: a list is made under the mutex when it is first asked for.
  mutable std::vector<std::vector<RuleMatch>> matches_;
  mutable std::unique_ptr<std::atomic<bool>[]> is_listed_;
  mutable std::mutex mutex_;
};

}  // namespace gntp
