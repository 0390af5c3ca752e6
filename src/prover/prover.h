// Backward chaining with soft unification: the paper's `or` and `and` modules as a depth-first
// search with branch and bound. A partial proof's distance never falls, so whatever is not below
// the best complete proof is dropped: same score, same gradient, a fraction of the work.
//
// `Reasoner` is what all threads share, `Prover` the search of one thread.
#pragma once

#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "index/fact_index.h"
#include "index/fact_search.h"
#include "index/faiss_retrieval.h"
#include "index/functionality.h"
#include "index/goal_predicates.h"
#include "index/index_kind.h"
#include "index/join_rules.h"
#include "index/rule_index.h"
#include "index/symbol_distances.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/aggregation.h"
#include "prover/body_join.h"
#include "prover/proof.h"

namespace gntp {

// Whether rules may prove p(a, a): always, or only where a fact shows that p can hold of one entity
// twice.
enum class Reflexive : std::uint8_t { kAny, kKnown };

struct ProverOptions {
  // How many rule applications may be nested: 0 = facts only, 1 = rule bodies are proved by facts.
  std::size_t depth = 1;
  Unification unification = Unification::kPerTerm;
  TNorm tnorm = TNorm::kMin;
  // A proof that scores below this counts as no proof.
  double floor = 1e-4;
  Reflexive reflexive = Reflexive::kAny;
  // Greedy search: how many facts a goal unifies with, and how many rules of each template. 0 =
  // all.
  std::size_t k_facts = 0;
  std::size_t k_rules = 0;
  IndexKind index = IndexKind::kStructured;
  // How several proofs of a goal make its score, where goals are ranked.
  AggregateOptions aggregation = {};
};

// A ground atom to prove. Its predicate is a relation; with depth 2 and more it may be a slot, too.
struct Goal {
  PredicateId predicate;
  Id head;
  Id tail;
};

// The knowledge base and the model, indexed for proving. `refresh` or `update` after the model has
// changed; not thread-safe then, otherwise safe for any number of threads.
class Reasoner {
 public:
  // Keeps references to the knowledge base and the model. Up to `dense_limit` entities have a table
  // of all distances, and up to `few_patterns` patterns may be goals without being admitted.
  Reasoner(const KnowledgeBase& kb, const Model& model, const ProverOptions& options,
           std::size_t dense_limit = SymbolDistances::kDenseLimit,
           std::size_t few_patterns = GoalPredicates::kFewPatterns);
  Reasoner(const Reasoner&) = delete;
  Reasoner& operator=(const Reasoner&) = delete;

  // Takes the whole model as it is now.
  void refresh(ThreadPool& threads);
  // Takes these rows and the slope as they are now: the same answers for less work. Requires: no
  // other row has changed since the last refresh or update.
  void update(const MovedRows& moved, ThreadPool& threads);

  const KnowledgeBase& kb() const { return kb_; }
  const Model& model() const { return model_; }
  const ProverOptions& options() const { return options_; }
  const FactIndex& facts() const { return facts_; }
  // What goals may be about. `admit` a pattern before the refresh that it is proved after.
  const GoalPredicates& goals() const { return goals_; }
  void admit(PredicateId pattern) { goals_.admit(pattern); }
  const SymbolDistances& symbols() const { return symbols_; }
  const RuleIndex& rules() const { return rules_; }
  const JoinRules& join_rules() const { return join_rules_; }
  // Requires: greedy search with one of FAISS's kinds.
  const FaissRetrieval& faiss() const { return *faiss_; }
  // Where rivals are weighed.
  const std::optional<Functionality>& functionality() const { return functionality_; }
  // Whether rules may prove p(a, a) for this predicate p. Facts always may.
  bool may_be_reflexive(PredicateId predicate) const {
    return options_.reflexive == Reflexive::kAny || predicate >= reflexive_.size() ||
           reflexive_[predicate] != 0;
  }
  // How many rule applications the goal may take.
  std::size_t depth_of(const Goal& goal) const {
    return goal.head == goal.tail && !may_be_reflexive(goal.predicate) ? 0 : options_.depth;
  }
  // Proofs count up to this distance, itself included: the floor's.
  float radius() const { return radius_; }

 private:
  const KnowledgeBase& kb_;
  const Model& model_;
  ProverOptions options_;
  FactIndex facts_;
  GoalPredicates goals_;
  SymbolDistances symbols_;
  RuleIndex rules_;
  JoinRules join_rules_;
  std::optional<FaissRetrieval> faiss_;
  std::optional<Functionality> functionality_;
  std::vector<std::uint8_t> reflexive_;  // by relation: is there such a fact?
  std::size_t updates_ = 0;              // since FAISS was refreshed
  float radius_ = 0;
};

class Prover {
 public:
  // Keeps a reference. Each thread has its own Prover.
  explicit Prover(const Reasoner& reasoner);

  // The best proof, or nullptr if there is none above the floor; `excluded` is a fact that is not
  // to be used. The proof is valid until the next call. Among proofs of equal distance any may be
  // returned, always the same one for the same input.
  const Proof* prove(const Goal& goal, Id excluded = kNoFact);

  // Up to n best proofs by distance, then by total; different proofs use different facts or rules.
  std::vector<Proof> prove_all(const Goal& goal, std::size_t n, Id excluded = kNoFact);

  // The best proof by a fact and the best by each rule, up to n of them, nearest first.
  std::vector<Proof> prove_each(const Goal& goal, std::size_t n, Id excluded = kNoFact);

  // The best proof that begins with this rule (RuleProof::kByFact: with a fact), or nullptr. Valid
  // until the next call.
  const Proof* prove_by(Id rule, const Goal& goal, Id excluded = kNoFact);

  enum class Comparison { kNearer, kEqual, kFarther };
  // How the goal's best proof compares with `distance` (infinite: no proof); less work than proving
  // it.
  Comparison compare(const Goal& goal, float distance);

  // The nearest fact that shares the goal's head or tail, as a proof, however far (but not
  // infinitely): what a goal without proof can learn from.
  const Proof* nearest_touching(const Goal& goal, Id excluded);

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

  void search(const Goal& goal, Id excluded);
  const Proof* prove_first(const RuleMatch* match, const Goal& goal, Id excluded, float bound);
  void solve(std::uint32_t pending, Cost cost);
  void solve_ground(const Pending& pending, Cost cost);
  void by_facts(const OpenGoal& goal, std::uint32_t next, Cost cost);
  void by_nearest_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                       Cost cost);
  void by_each_fact(const FactPattern& pattern, const OpenGoal& goal, std::uint32_t next,
                    Cost cost);
  void find_facts(const FactPattern& pattern, float bound, std::vector<FactMatch>& matches) const;
  void keep_nearest_per_binding(const FactPattern& pattern, Enumeration& enumeration) const;
  void use_fact(const OpenGoal& goal, Id fact, std::uint32_t next, Cost cost);
  ProofStep unify_fact(const OpenGoal& goal, Id fact);
  void by_join(const OpenGoal& goal, const Pending& pending, Cost cost);
  void replay(const OpenGoal& goal, const BodyJoin::Answer& answer, Cost cost);
  void by_rules(const OpenGoal& goal, std::span<const RuleMatch> rules, const Pending& pending,
                Cost cost);
  void by_rule(const RuleMatch& match, const OpenGoal& goal, const Pending& pending, Cost cost);
  ProofStep unify_head(const OpenGoal& goal, RuleId rule, const Atom& head,
                       std::uint32_t variables);
  void complete(Cost cost);
  void record(Cost cost, Proof& proof) const;

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
  BodyJoin join_;
  bool can_join_;  // a proof is as far as its farthest link, and no fact is out of reach

  // The state of the search, empty between calls.
  std::deque<Frame> frames_;  // by nesting; kept for their memory
  std::size_t frame_count_ = 0;
  std::deque<Enumeration> enumerations_;
  std::size_t enumeration_count_ = 0;
  std::vector<Pending> pending_;
  std::vector<Value> bindings_;
  std::vector<std::uint32_t> trail_;
  std::vector<ProofStep> steps_;
  Id excluded_ = kNoFact;
  std::size_t wanted_ = 0;    // proofs to enumerate; 0 = only the best
  std::vector<Proof> found_;  // of an enumeration, best first
};

}  // namespace gntp
