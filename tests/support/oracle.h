// What the prover must agree with: the method's definition, written to be read. It enumerates every
// proof of a ground goal, in double precision, with no index and no pruning, and computes its own
// distances. All it shares with the prover are the questions: options and goals.
//
// The number of proofs grows with the power of the rules' bodies (count_proofs in random_kb.h): for
// tiny knowledge bases only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/prover.h"

namespace gntp {

struct OracleLink {
  Link::Kind kind;
  std::uint32_t goal;
  std::uint32_t other;
  double distance;
};

struct OracleStep {
  ProofStep::Kind kind;
  RuleId rule = RuleId::none();   // of a kRule
  Triple fact = kNoFact;          // of a kFact
  std::vector<OracleLink> links;  // compared predicates, then arguments; a rule's confidence
  double distance;
};

struct OracleProof {
  double distance;
  double total;  // the sum of the steps' distances
  std::vector<OracleStep> steps;
};

struct OracleAnswer {
  // By distance, then total, up to the floor's distance and kEdge beyond it, so that a test can
  // tell a missing proof from one on the edge.
  std::vector<OracleProof> proofs;
  std::size_t considered = 0;  // proofs at any distance
  // Greedy only: facts or rules on both sides of a cut were too near each other to say which is
  // nearer.
  bool ambiguous = false;
};

class Oracle {
 public:
  static constexpr double kEdge = 1e-4;

  // Keeps references; the distances are those of the model as it is now.
  Oracle(const KnowledgeBase& kb, const Model& model, const ProverOptions& options);

  OracleAnswer prove(const Goal& goal, const Triple& excluded = kNoFact) const;

  // The distance at which the score falls to the floor.
  double radius() const;
  double entity_distance(EntityId a, EntityId b) const { return entity_distances_[a][b]; }
  double predicate_distance(PredicateId a, PredicateId b) const {
    return predicate_distances_[a][b];
  }
  double rule_distance(RuleId rule) const { return rule_distances_[rule]; }

 private:
  // An atom to prove: its arguments are entities or variables of the search.
  struct OpenAtom {
    PredicateId predicate;
    std::array<Term, 2> arguments;
    std::size_t depth;  // rule applications still allowed
  };
  // What each variable of the search is bound to: an entity, another variable, or nothing.
  using Substitution = std::vector<std::optional<Term>>;
  struct Unified {
    std::vector<OracleLink> links;
    double distance;
    Substitution substitution;
  };
  // A fact or a rule that a goal may unify with, and how near it is for the greedy choice.
  template <typename Id>
  struct Candidate {
    Id id;
    double distance;
    std::vector<double> compared;  // what the distance was made of
  };
  struct Search {
    Triple excluded;
    std::vector<OracleStep> steps;  // of the proof so far
    OracleAnswer answer;
  };

  void prove_all_of(const std::vector<OpenAtom>& goals, const Substitution& substitution,
                    Search& search) const;
  std::vector<Triple> facts_for(const OpenAtom& goal, const Substitution& substitution,
                                Search& search) const;
  std::vector<RuleId> rules_for(const OpenAtom& goal, Search& search) const;
  Unified unify(const OpenAtom& goal, const Atom& other, const Substitution& substitution) const;
  double combine(const std::vector<OracleLink>& links, Unification unification) const;
  void complete(Search& search) const;
  template <typename Id>
  static std::vector<Id> nearest(std::vector<Candidate<Id>> candidates, std::size_t k,
                                 Search& search);

  const KnowledgeBase& kb_;
  ProverOptions options_;
  double slope_;
  std::vector<std::vector<double>> entity_distances_;
  std::vector<std::vector<double>> predicate_distances_;
  std::vector<double> rule_distances_;
};

}  // namespace gntp
