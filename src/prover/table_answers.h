// All answers to p(a, ?) or p(?, b) by one rule, from the tables of all subgoals: the row of a
// product over (min, max).
#pragma once

#include <span>

#include "prover/goal.h"
#include "prover/subgoal_tables.h"

namespace gntp {

// out[e] = the distance of the best proof by the rule of the query with entity e for its unknown;
// above the limit it may be anything above it. Requires: room for all entities.
void find_answers(const SubgoalTables& tables, const RuleMatch& match, const AnswerQuery& query,
                  float limit, std::span<float> out);

}  // namespace gntp
