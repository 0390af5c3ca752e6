// The best proof of a ground goal where there are tables of all subgoals (subgoal_tables.h). With
// every fact in use the tables say how near each subgoal is, so that the search goes straight to
// the proof. A fact that is not to be used can only make subgoals farther: then the tables are
// lower bounds, candidates are tried in their order, and what a subgoal costs without the fact is
// remembered while the search for this one goal lasts.
//
// Which of several equally near proofs is found follows from the distances alone: facts before
// rules, the nearest rules first, then entities by id. Each thread has its own TableSearch.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "index/fact_search.h"
#include "prover/goal.h"
#include "prover/proof.h"
#include "prover/reasoner.h"

namespace gntp {

class TableSearch {
 public:
  // Whether a fact may prove the goal itself.
  enum class ByFact : std::uint8_t { kNo, kYes };
  struct Question {
    Goal goal;
    Triple excluded = kNoFact;  // a fact that is not there
    float bound = 0;            // proofs must be below it
    ByFact by_fact = ByFact::kYes;
    std::span<const RuleMatch> rules;  // that may prove the goal itself, nearest first
  };

  // Keeps a reference. Requires: the reasoner has tables.
  explicit TableSearch(const Reasoner& reasoner);

  // The distance of the best proof; infinite if there is none.
  float distance(const Question& question);
  // The best proof, or nullptr if there is none. Valid until the next call.
  const Proof* prove(const Question& question);

 private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  struct OpenGoal {
    PredicateId predicate;
    EntityId head;
    EntityId tail;
    StepRoles roles;    // of head and tail
    std::size_t level;  // rule applications left
  };
  // What may prove a goal: a fact or any of these rules.
  struct Means {
    ByFact by_fact;
    std::span<const RuleMatch> rules;
    float enough;  // a proof this near is the best
  };
  // What proves it.
  struct Choice {
    float distance = kInfinity;
    Triple fact = kNoFact;
    const RuleMatch* match = nullptr;      // of a rule: null if it is a fact
    std::array<EntityId, 2> between = {};  // the entities on the rule's path
  };
  // An entity after a path's first step, and the least that a proof with it costs.
  struct Candidate {
    float least;
    std::uint32_t place;  // of the rule
    EntityId between;
  };
  using Candidates = std::vector<Candidate>;
  // What is known about a subgoal without the excluded fact.
  struct Known {
    float distance;
    bool exact;  // otherwise no proof is nearer
  };
  // A step of a path within a proof of a goal.
  struct Hop {
    std::uint32_t step;
    StepRoles roles;
    EntityId from;
    EntityId to;
    std::size_t level;
  };

  Choice start(const Question& question);
  Choice choose(const OpenGoal& goal, const Means& means, float bound);
  std::optional<FactMatch> nearest_fact(const OpenGoal& goal, float bound) const;
  void collect(const OpenGoal& goal, std::span<const RuleMatch> rules, float bound,
               Candidates& candidates) const;
  Choice follow(const OpenGoal& goal, const RuleMatch& match, EntityId between, float bound);
  Choice follow_three(const OpenGoal& goal, const Choice& begun, float bound);
  float distance_of(const Hop& hop, float bound);
  void build(const OpenGoal& goal, const Choice& choice);
  void append_fact(const OpenGoal& goal, const Triple& fact);
  void append_rule(const OpenGoal& goal, const RuleMatch& match);
  void append(ProofStep step);

  float least(const Hop& hop) const {
    return tables_.step(hop.level, hop.step, hop.roles)(hop.from, hop.to);
  }
  Hop hop(const OpenGoal& goal, const TablePaths::Path& path, std::size_t step, EntityId from,
          EntityId to) const {
    return {path.steps[step], path.roles_of(step, goal.roles), from, to, goal.level - 1};
  }
  OpenGoal goal_of(const Hop& hop) const;
  Means means_of(const Hop& hop, const OpenGoal& goal, float bound) const;
  std::uint64_t key_of(const Hop& hop) const;

  const Reasoner& reasoner_;
  const SubgoalTables& tables_;
  FactSearch facts_;

  // The state of one search.
  Triple excluded_ = kNoFact;
  std::vector<Candidates> candidates_;  // by level: choices nest
  std::vector<Candidates> middles_;
  tsl::robin_map<std::uint64_t, Known> known_;
  Proof proof_;
};

}  // namespace gntp
