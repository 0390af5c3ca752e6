// All answers to a goal with unknown arguments, for any rules, depth, unification and t-norm: a
// rule's body is a join, atom by atom over a table of partial proofs, in which only the cheapest
// row for each binding of the variables still needed is kept.
//
// An unknown argument that the prover would have compared, because it is given in the goal being
// proved, takes every value within reach of the symbol that it meets, at that distance: exactly the
// values for which the comparison could succeed.
//
// Sums (t-norm `product`) may be added up in another order than the prover's. Its own memory,
// O(entities): each thread has one.
#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "index/fact_search.h"
#include "prover/goal.h"
#include "prover/reasoner.h"
#include "prover/rule_plan.h"
#include "prover/sparse_minimum.h"

namespace gntp {

class AnswerJoin {
 public:
  // Keeps a reference. Requires: no greedy choice of facts (k_facts is 0).
  explicit AnswerJoin(const Reasoner& reasoner);

  // Offers every answer up to `limit`, itself included. Requires: the limit is at most the radius
  // (and a rounding error).
  void run(const AnswerQuery& query, float limit, SparseMinimum& answers);

  // The same by facts alone, and by these rules alone. Requires: depth is not 0 if there are rules.
  void run_facts(const AnswerQuery& query, float limit, SparseMinimum& answers);
  void run_rules(const AnswerQuery& query, std::span<const RuleMatch> rules, float limit,
                 SparseMinimum& answers);

  // A fact that is not to be used from now on; kNoFact: all are.
  void exclude(const Triple& fact) { excluded_ = fact; }
  const Triple& excluded() const { return excluded_; }

 private:
  using Values = std::array<EntityId, 2>;  // a goal's arguments; kUnknown where not known
  struct OpenGoal {
    PredicateId predicate;
    GoalKind kind;
    Values values;
  };
  struct Solution {
    Values values;
    float distance;
  };
  // Partial proofs: a row of values, one for each column of the rule's plan, and a distance.
  struct Rows {
    std::size_t columns = 0;
    std::vector<EntityId> values;
    std::vector<float> distances;

    void start(std::size_t column_count);
    std::size_t size() const { return distances.size(); }
    std::span<const EntityId> row(std::size_t i) const {
      return std::span(values).subspan(i * columns, columns);
    }
    std::span<EntityId> append(std::span<const EntityId> row, float distance);
  };
  // Scratch of one rule application; they nest.
  struct Application {
    Rows rows;
    Rows next;
    std::vector<Solution> solutions;
    float confidence = 0;  // the rule's, as a distance
    std::vector<EntityId> start;
    std::vector<std::uint32_t> order;
  };

  static OpenGoal goal_of(const AnswerQuery& query);
  void offer(const AnswerQuery& query, SparseMinimum& answers);
  void solve(const OpenGoal& goal, std::size_t depth, float limit, std::vector<Solution>& out);
  void by_facts(const OpenGoal& goal, float limit, std::vector<Solution>& out) const;
  void by_scan(const OpenGoal& goal, float limit, std::vector<Solution>& out) const;
  void by_bodiless(const RuleMatch& match, const OpenGoal& goal, float limit,
                   std::vector<Solution>& out) const;
  void by_rule(const RuleMatch& match, const OpenGoal& goal, std::size_t depth, float limit,
               std::vector<Solution>& out);
  bool place_goal(const RulePlan& plan, const OpenGoal& goal, std::vector<EntityId>& row) const;
  void unify_head(const RulePlan& plan, std::size_t comparison, std::array<float, 3> compared,
                  float limit, Application& work) const;
  void prove_atom(const PlannedAtom& atom, std::size_t depth, float limit, Application& work);
  void keep_cheapest(std::span<const std::uint32_t> live, Application& work);

  template <typename Visit>
  void meet(const ArgumentKind& kind, EntityId value, EntityId symbol, float limit,
            Visit visit) const;
  float combine(const std::array<float, 3>& compared) const;
  float plus(float distance, float more) const;
  float rest(float limit, float distance) const;
  const RulePlan& plan_for(RuleId rule, const GoalKind& goal);

  const Reasoner& reasoner_;
  Triple excluded_ = kNoFact;
  std::unordered_map<std::uint64_t, RulePlan> plans_;  // by rule and kind of goal, as needed
  std::deque<Application> applications_;               // by nesting; kept for their memory
  std::size_t application_count_ = 0;
  std::vector<Solution> solutions_;  // of the question, not yet offered
  SparseMinimum cheapest_;
};

}  // namespace gntp
