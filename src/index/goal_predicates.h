// Which predicates a goal may have. Relations, slots and the patterns that rules name always do;
// of the other patterns all do where they are few. Where they are many, tables of all against all
// would not fit in memory: then mentions are evidence in proofs, and only the patterns that are
// asked about are goals.
#pragma once

#include <cstdint>
#include <vector>

#include "kb/knowledge_base.h"

namespace gntp {

class GoalPredicates {
 public:
  static constexpr std::size_t kFewPatterns = 1024;

  explicit GoalPredicates(const KnowledgeBase& kb, std::size_t few_patterns = kFewPatterns)
      : is_goal_(kb.predicate_count(), 1) {
    if (kb.patterns <= few_patterns) return;
    for (std::size_t id = kb.first_pattern(); id < kb.relations.size(); ++id) is_goal_[id] = 0;
    for (RuleId rule{0}; rule < kb.rules.size(); ++rule) {
      for (std::size_t atom = 0; atom < kb.rules.atoms(rule); ++atom) {
        admit(kb.rules.predicate(rule, atom));
      }
    }
  }

  bool contains(PredicateId predicate) const { return is_goal_[predicate] != 0; }
  void admit(PredicateId predicate) { is_goal_[predicate] = 1; }

 private:
  std::vector<std::uint8_t> is_goal_;  // by predicate
};

}  // namespace gntp
