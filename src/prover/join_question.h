// What a join of facts is asked, and what it answers: the best proof of a ground goal by a fact or
// by one rule whose body is matched by facts.
#pragma once

#include <array>

#include "kb/rule_set.h"
#include "prover/rule_path.h"

namespace gntp {

inline constexpr RuleId kNoRule = RuleId::none();

struct JoinQuestion {
  PredicateId predicate;
  EntityId head;
  EntityId tail;
  Triple excluded;  // a fact that is not there
  float bound;      // proofs must be below it
  float enough;     // a proof this near will do
};

struct JoinAnswer {
  float distance;
  RuleId rule;                                    // kNoRule: the goal is proved by facts[0]
  float head_distance;                            // of the rule
  std::array<Triple, RulePath::kMaxSteps> facts;  // in the order of the rule's body
};

}  // namespace gntp
