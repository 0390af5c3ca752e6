// All rules that walk from the known entity to the answer in one or two steps, merged. For t-norm
// `min` with `per_term` a proof by such a rule is the largest of its entities' distances, which do
// not depend on the rule, and of its predicates', which depend on nothing else. So the rules become
// two tables over steps (relations with a direction):
//
//   one(s)      = min over rules of max(head, d(q, s))                the goal itself counts as one
//   two(s1, s2) = min over rules of max(head, d(q, s1), d(r, s2))
//
// and 500 copies of a template are walked once. Rules of any other shape are listed as they are.
#pragma once

#include <span>
#include <vector>

#include "base/matrix.h"
#include "index/fact_groups.h"
#include "prover/candidate_query.h"
#include "prover/prover.h"

namespace gntp {

class PathTables {
 public:
  // Above this many relations the square table is not made: chains are listed with the others.
  static constexpr std::size_t kMaxRelations = 1024;

  // For all queries with this predicate that ask for this side.
  PathTables(const Reasoner& reasoner, PredicateId predicate, Side asked);

  std::span<const float> one() const { return one_; }
  bool has_two() const { return two_.rows() > 0; }
  std::span<const float> two(StepId first) const { return two_.row(first); }
  // The smallest of two(first).
  float nearest_two(StepId first) const { return nearest_two_[first]; }
  // What is not in the tables, nearest head first.
  std::span<const RuleMatch> other_rules() const { return other_rules_; }

 private:
  void add_one(const RuleMatch& match, PredicateId predicate, std::size_t direction);
  void add_two(const RuleMatch& match, const std::array<PredicateId, 2>& predicates,
               const std::array<std::size_t, 2>& directions);
  bool add(const RuleMatch& match, const Rule& rule, Side asked);

  const Reasoner& reasoner_;
  std::size_t relations_;
  std::vector<float> one_;  // by step
  Matrix two_;              // (steps, steps), or empty
  std::vector<float> nearest_two_;
  std::vector<RuleMatch> other_rules_;
};

}  // namespace gntp
