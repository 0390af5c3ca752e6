// Every entity's distance as the answer to p(a, ?) or p(?, b), in one pass instead of one proof for
// each: what Prover::prove gives for the goal with that entity in its place.
//
// With t-norm `min`, `per_term` and no nested rules, rules that are paths are merged and walked
// together (path_search.h); everything else is a join (join_search.h). Greedy choices of facts
// depend on the whole goal, so with k_facts each candidate has to be proved by itself.
//
// Its own memory, O(entities): each thread has one. `StepGraph` may be shared.
#pragma once

#include <array>
#include <optional>

#include "prover/answer_join.h"
#include "prover/path_search.h"

namespace gntp {

class CandidateSearch {
 public:
  // Whether a search can do what the options ask for.
  static bool covers(const ProverOptions& options) { return options.k_facts == 0; }
  // Whether it is less work than proving candidate by candidate. Among few entities that are soft,
  // a join of bodies that cannot be merged holds nearly all bindings at once, while the prover's
  // bounds cut most of them.
  static bool pays(const Reasoner& reasoner);
  // Whether its distances are the prover's to the last bit; otherwise sums may be rounded
  // differently, by kRounding of their value at most.
  static bool is_exact(const ProverOptions& options) {
    return options.tnorm == TNorm::kMin && options.unification == Unification::kPerTerm;
  }
  static constexpr float kRounding = 1e-5F;

  // Keeps references. Requires: `covers` the reasoner's options. To be made anew after a refresh.
  CandidateSearch(const Reasoner& reasoner, const StepGraph& graph);

  // The distances up to `limit`, itself included; valid until the next call. Where the search is
  // not exact, those that rounding has lifted above it are there, too.
  const SparseMinimum& distances(const AnswerQuery& query, float limit);

  // Whether rules are merged: then even a pass without a limit is little work.
  bool merges() const { return merges_; }

  // A distance that the answer's best proof does not exceed, infinite if none was found. Little
  // work; nothing if rules are not merged, when it cannot tell.
  std::optional<float> estimate(const AnswerQuery& query, Id answer);

 private:
  void keep_facts_only(const AnswerQuery& query, float limit);
  const PathTables& tables_for(const AnswerQuery& query);

  struct Tables {
    PredicateId predicate = 0;
    std::optional<PathTables> tables;
  };

  const Reasoner& reasoner_;
  bool merges_;
  std::array<Tables, 2> tables_;  // by side: those of the last query
  PathSearch paths_;
  AnswerJoin join_;
  SparseMinimum answers_;
};

}  // namespace gntp
