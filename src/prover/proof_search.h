// The nearest proofs, each by another rule, of every answer to p(a, ?) or p(?, b) in one pass: what
// Prover::prove_each gives for the goal with that answer in its place, and the factors on it that
// the options ask for (aggregation.h).
//
// Where rules can be walked (rule_walks.h) they are, all at once; any others are joined one by one
// (join_search.h). Sums (t-norm `product`, `joint`) may be rounded differently than the prover's.
//
// Its own memory, O(entities): each thread has one.
#pragma once

#include <array>
#include <vector>

#include "prover/answer_join.h"
#include "prover/proof_lists.h"
#include "prover/rule_walks.h"

namespace gntp {

class ProofSearch {
 public:
  // Keeps references; `walks` may be null. To be made anew after a refresh, unless the walks have
  // been updated. Requires: CandidateSearch::covers the reasoner's options.
  ProofSearch(const Reasoner& reasoner, const StepGraph& graph, const RuleWalks* walks,
              std::size_t proofs);

  // Valid until the next call. `hidden` is a fact that is not to be used.
  const ProofLists& run(const AnswerQuery& query, Id hidden = kNoFact);

 private:
  struct Arrival {
    Id entity;
    double ways;  // to get there
  };
  struct Hop {
    std::uint32_t child;  // of the node
    Id skipped;           // among `others`: the hidden fact's
    std::span<const Id> others;
    double ways;
  };
  // Scratch of one step of a walk.
  struct Level {
    Step step = 0;  // that leads here
    std::vector<Arrival> arrivals;
    std::vector<Hop> hops;
    std::vector<double> ways;     // by entity, zero between uses
    std::vector<double> returns;  // by entity: the ways back from there, or kNotCounted
    std::vector<Id> counted;      // those that have them
  };

  void walk(const AnswerQuery& query);
  void by_facts(const AnswerQuery& query);
  void visit(const RuleWalks::Walk& walk, const RuleWalks::Node& node, std::size_t depth);
  void offer_here(std::span<const RuleWalks::End> ends, std::size_t depth);
  void offer_constants(const RuleWalks::Walk& walk, const RuleWalks::Node& node,
                       std::span<const Arrival> arrivals);
  void offer(Id answer, const RuleWalks::End& end, double share);
  void go_back(const RuleWalks::Return& back);
  double ways_back(Id entity, std::size_t depth);
  static void forget_ways_back(Level& level);
  static void arrive(std::span<const Hop> hops, Level& level);
  Id lost_start(Step step) const;
  Id skipped(Id entity, Step step) const;
  void join_all(const AnswerQuery& query);
  void by_join(const AnswerQuery& query, std::span<const RuleMatch> rules);
  void weigh_competing_facts(const AnswerQuery& query);

  const Reasoner& reasoner_;
  const StepGraph& graph_;
  const RuleWalks* walks_;
  AnswerJoin join_;
  SparseMinimum joined_;
  ProofLists lists_;
  // Of the query at hand:
  AskedSide asked_ = AskedSide::kTail;
  Id hidden_ = kNoFact;
  Id barred_ = 0;  // no rule may give this answer
  std::span<const RuleMatch> matches_;
  std::array<Level, BodyWalk::kMaxSteps + 1> levels_;
};

}  // namespace gntp
