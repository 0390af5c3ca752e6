// Backward chaining with soft unification: the paper's `or` and `and` modules as a depth-first
// search with branch and bound. A partial proof's distance never falls, so whatever is not below
// the best complete proof is dropped: same score, same gradient, a fraction of the work.
//
// The search of one thread over a Reasoner that all share.
#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "index/fact_search.h"
#include "prover/goal.h"
#include "prover/ground_join.h"
#include "prover/join_question.h"
#include "prover/proof.h"
#include "prover/reasoner.h"
#include "prover/symbolic_join.h"
#include "prover/table_search.h"

namespace gntp {

class Prover {
 public:
  // Keeps a reference. Each thread has its own Prover.
  explicit Prover(const Reasoner& reasoner);

  // The best proof, or nullptr if there is none above the floor; `excluded` is a fact that is not
  // to be used. The proof is valid until the next call. Among proofs of equal distance any may be
  // returned, always the same one for the same input.
  const Proof* prove(const Goal& goal, const Triple& excluded = kNoFact);

  // Up to n best proofs by distance, then by total; different proofs use different facts or rules.
  std::vector<Proof> prove_all(const Goal& goal, std::size_t n, const Triple& excluded = kNoFact);

  // The best proof by a fact and the best by each rule, up to n of them, nearest first.
  std::vector<Proof> prove_each(const Goal& goal, std::size_t n, const Triple& excluded = kNoFact);

  // The best proof that begins with this rule (RuleProof::kByFact: with a fact), or nullptr. Valid
  // until the next call.
  const Proof* prove_by(RuleId rule, const Goal& goal, const Triple& excluded = kNoFact);

  enum class Comparison { kNearer, kEqual, kFarther };
  // How the goal's best proof compares with `distance` (infinite: no proof); less work than proving
  // it.
  Comparison compare(const Goal& goal, float distance);

  // The nearest fact that shares the goal's head or tail, as a proof, however far (but not
  // infinitely): what a goal without proof can learn from.
  const Proof* nearest_touching(const Goal& goal, const Triple& excluded);

 private:
  // A runtime term: an entity's id, or ~i for the i-th variable of this search.
  using Value = std::int32_t;

  static constexpr std::uint32_t kNothingPending = std::numeric_limits<std::uint32_t>::max();

  // An atom yet to be proved, linked to those that follow it.
  struct Pending {
    const Atom* atom;
    std::uint32_t variables;  // where its rule's variables begin
    std::uint32_t depth;      // rule applications still allowed
    std::uint32_t next;
  };
  struct OpenGoal {
    PredicateId predicate;
    std::array<Value, 2> arguments;
  };
  // How good a proof is: its distance and, where proofs are enumerated, its total.
  struct Cost {
    float distance = 0;
    float total = 0;
  };
  // One search for the best proof of one ground goal; searches nest where a body atom is ground.
  struct Frame {
    float bound;             // proofs must be below it
    float enough;            // a proof this near ends the search
    std::size_t first_step;  // of this search in steps_
    bool found = false;
    Proof best;
  };
  // Scratch of one enumeration of facts; enumerations nest.
  struct Enumeration {
    std::vector<FactMatch> matches;
    std::vector<std::uint32_t> stamp_of;  // by entity: the enumeration that last bound it
    std::vector<std::uint32_t> match_of;  // by entity: its match
    std::uint32_t stamp = 0;
  };

  void search(const Goal& goal, const Triple& excluded);
  TableSearch::Question question_of(const Goal& goal, const Triple& excluded, float bound) const;
  const Proof* prove_first(const RuleMatch* match, const Goal& goal, const Triple& excluded,
                           float bound);
  void solve(std::uint32_t pending, Cost cost);
  void solve_ground(const Pending& pending, Cost cost);
  void by_facts(const OpenGoal& goal, std::uint32_t next, Cost cost);
  void by_nearest_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                       Cost cost);
  void by_each_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                    Cost cost);
  void find_facts(const FactPattern& pattern, float bound, std::vector<FactMatch>& matches) const;
  void keep_nearest_per_binding(const FactPattern& pattern, Enumeration& enumeration) const;
  void use_fact(const OpenGoal& goal, const Triple& fact, std::uint32_t next, Cost cost);
  ProofStep unify_fact(const OpenGoal& goal, const Triple& fact);
  void by_join(const OpenGoal& goal, const Pending& pending, Cost cost);
  std::optional<JoinAnswer> join(const JoinQuestion& question);
  void replay(const OpenGoal& goal, const JoinAnswer& answer, Cost cost);
  void by_rules(const OpenGoal& goal, std::span<const RuleMatch> rules, const Pending& pending,
                Cost cost);
  void by_rule(const RuleMatch& match, const OpenGoal& goal, const Pending& pending, Cost cost);
  ProofStep unify_head(const OpenGoal& goal, RuleId rule, const Atom& head,
                       std::uint32_t variables);
  Cost least_after(std::uint32_t pending, Cost cost) const;
  void complete(Cost cost);
  void record(Cost cost, Proof& proof) const;

  // What a step has for it; a variable only until the proof is finished.
  static EntityId as_argument(Value value) { return EntityId(static_cast<std::uint32_t>(value)); }
  Value resolve(Value value) const;
  Value resolve(const Term& term, std::uint32_t variables) const;
  void bind(Value variable, Value value);
  void undo(std::size_t trail_size);
  FactPattern pattern_of(const OpenGoal& goal) const;
  void compare_entities(ProofStep& step, Value goal, Value other) const;
  void set_distance(ProofStep& step) const;
  Cost plus(Cost cost, float distance) const;
  bool admits(Cost cost) const;
  float budget(Cost cost) const;

  const Reasoner& reasoner_;
  FactSearch fact_search_;
  bool can_join_;                              // facts before a rule is chosen
  std::optional<GroundJoin> ground_join_;      // made when one is first needed: this,
  std::optional<SymbolicJoin> symbolic_join_;  // or this where entities are symbolic
  std::optional<TableSearch> table_search_;    // where there are tables

  // The state of the search, empty between calls.
  std::deque<Frame> frames_;  // by nesting; kept for their memory
  std::size_t frame_count_ = 0;
  std::deque<Enumeration> enumerations_;
  std::size_t enumeration_count_ = 0;
  std::vector<Pending> pending_;
  std::vector<Value> bindings_;
  std::vector<std::uint32_t> trail_;
  std::vector<ProofStep> steps_;
  Triple excluded_ = kNoFact;
  std::size_t wanted_ = 0;    // proofs to enumerate; 0 = only the best
  std::vector<Proof> found_;  // of an enumeration, best first
};

}  // namespace gntp
