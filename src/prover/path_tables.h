// All rules that walk from the known entity to the answer in up to three steps, merged. For t-norm
// `min` with `per_term` a proof by such a rule is the largest of its entities' distances, which do
// not depend on the rule, and of its predicates', which depend on nothing else. So the rules become
// tables over steps (relations with a direction):
//
//   one(s)            = min over rules of max(head, d(q, s))          the goal itself counts as one
//   two(s1, s2)       = min over rules of max(head, d(q, s1), d(r, s2))
//   three(s1, s2, s3) = likewise, with rows for the pairs s1, s2 that a rule begins with
//
// and 500 copies of a template are walked once. Rules of any other shape are listed as they are,
// and so are those whose tables would be too large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "index/step_graph.h"
#include "prover/goal.h"
#include "prover/reasoner.h"
#include "prover/rule_path.h"

namespace gntp {

class PathTables {
 public:
  // Above this many relations the square tables are not made: chains are listed with the others.
  static constexpr std::size_t kMaxRelations = 1024;
  // No more rows of triples are made than fit in this many numbers.
  static constexpr std::size_t kMaxTriples = std::size_t{1} << 22U;
  static constexpr std::int32_t kNoPair = -1;

  // For all queries with this predicate that ask for this side.
  PathTables(const Reasoner& reasoner, PredicateId predicate, AskedSide asked);

  std::span<const float> one() const { return one_; }
  bool has_two() const { return two_.rows() > 0; }
  std::span<const float> two(Step first) const { return two_.row(first); }
  // The smallest of two(first).
  float nearest_two(Step first) const { return nearest_two_[first]; }
  bool has_three() const { return !pairs_.empty(); }
  // The row of three steps that begin with these two, or kNoPair. Requires: has_three().
  std::int32_t pair(Step first, Step second) const {
    return pairs_[first * 2 * relations_ + second];
  }
  std::span<const float> three(std::int32_t pair) const {
    return std::span(three_).subspan(static_cast<std::size_t>(pair) * 2 * relations_,
                                     2 * relations_);
  }
  // The smallest of three(pair), and of all that begin with a step.
  float nearest_three(std::int32_t pair) const {
    return nearest_of_pair_[static_cast<std::size_t>(pair)];
  }
  float nearest_three_from(Step first) const { return nearest_three_[first]; }
  // What is not in the tables, nearest head first.
  std::span<const RuleMatch> other_rules() const { return other_rules_; }

 private:
  struct Match {
    Step step;
    float distance;
  };

  bool add(const RuleMatch& match, const RulePath& path);
  void add_one(const RuleMatch& match, const RulePath::Step& step);
  void add_two(const RuleMatch& match, std::span<const RulePath::Step> steps);
  bool add_three(const RuleMatch& match, std::span<const RulePath::Step> steps);
  void find_nearest();
  std::vector<Match> matches_of(const RulePath::Step& step, float head_distance) const;

  const Reasoner& reasoner_;
  std::size_t relations_;
  std::vector<float> one_;  // by step
  Matrix two_;              // (steps, steps), or empty
  std::vector<float> nearest_two_;
  std::vector<std::int32_t> pairs_;  // (steps, steps): the row of each pair; empty if there is none
  std::vector<float> three_;         // (rows, steps)
  std::vector<float> nearest_of_pair_;
  std::vector<float> nearest_three_;
  std::vector<RuleMatch> other_rules_;
};

}  // namespace gntp
