// Every answer to p(a, ?) or p(?, b) in one pass, with what a Prover would find for the goal with
// that answer in its place: the distance of its best proof, or its nearest proofs by different
// rules (Prover::prove_each) with the factors on them that the options ask for (aggregation.h). An
// answer that has no other proof than rules without a body that hold of every answer is none of
// those that several proofs are listed for (rule_tree.h).
//
// Rules that can be walked are walked together, down one tree (step_walk.h): a leaf keeps its rules
// (rule_tree.h) or, where one proof is wanted, their minimum (merged_tree.h). Where there are
// tables of all subgoals they are looked up (table_answers.h). Any others are joined
// (answer_join.h). See plan.h.
//
// Its own memory, O(entities): each thread has one.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/memo.h"
#include "prover/answer_index.h"
#include "prover/answer_join.h"
#include "prover/competition.h"
#include "prover/merged_tree.h"
#include "prover/proof_lists.h"
#include "prover/step_walk.h"

namespace gntp {

// A question with more answers than that says little about any of them, and most of the time would
// go into it.
inline constexpr std::size_t kTellingAnswers = 10'000;

class AnswerSearch {
 public:
  // Keeps a reference, and follows the index. Requires: the plan is not kProveEach.
  explicit AnswerSearch(const AnswerIndex& index);

  // The distances up to `limit`, itself included; valid until the next call. With Plan::kJoinSums
  // those that rounding has lifted above it are there, too.
  const SparseMinimum& distances(const AnswerQuery& query, float limit);
  // A distance that the answer's best proof does not exceed, infinite if none was found. Little
  // work; nothing if rules are not walked, when it cannot tell.
  std::optional<float> estimate(const AnswerQuery& query, EntityId answer);

  // The nearest proofs of every answer, as many as the options say; valid until the next call.
  // `excluded` is a fact that is not to be used.
  const ProofLists& proofs(const AnswerQuery& query, const Triple& excluded = kNoFact);
  // The same, unless there are more than `most` answers, or a step leads to more entities at once:
  // then null.
  const ProofLists* proofs_if_few(const AnswerQuery& query, const Triple& excluded,
                                  std::size_t most);
  // The same of the answers in the sample.
  const ProofLists& sampled_proofs(const AnswerQuery& query, const Triple& excluded,
                                   const AnswerSample& sample);
  // The same of each of these answers, found from its own side: for questions about hubs. Nothing
  // where that would pass more than `most` entities. Requires: can_sample().
  std::optional<std::vector<std::vector<RuleProof>>> proofs_of(const AnswerQuery& query,
                                                               std::span<const EntityId> answers,
                                                               std::size_t most);
  // Whether the three above do less than `proofs`: where entities are symbols, and rules walked.
  bool can_sample() const;

  // For judging the proofs that it finds: what is remembered serves the next query, too.
  EvidenceMemo& evidence() { return evidence_; }

 private:
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  struct LeafVisitor;

  struct LastTree {
    PredicateId predicate;
    std::uint64_t version = 0;  // of the index
    std::optional<MergedTree> tree;
  };

  // One proof.
  void walk_merged(const MergedTree& tree, EntityId known, SymbolKind entities, float limit,
                   SparseMinimum& answers);
  void keep_facts_only(const AnswerQuery& query, float limit);
  void look_up(const AnswerQuery& query, const RuleMatch& match, float limit);
  const MergedTree& tree_for(const AnswerQuery& query);

  // Several.
  void set_out(const AnswerQuery& query, const Triple& excluded) {
    set_out(query, excluded, step_of(query));
  }
  // Answers count as those of queries with the step `judged_as`.
  void set_out(const AnswerQuery& query, const Triple& excluded, Step judged_as);
  void find_proofs(const AnswerQuery& query);
  // Whether it is listed with what proves it.
  bool is_wanted(EntityId answer) const {
    return answer != excluded_answer_ && (sample_ == nullptr || sample_->contains(answer));
  }
  bool has_given_up() const { return walk_.has_given_up() || lists_.reached().size() > most_; }
  void walk_rules(const RuleTree& tree, const AnswerQuery& query);
  void follow_back(std::span<const RuleTree::ReverseRule> rules);
  void look_back(std::span<const RuleTree::ReverseRule> rules);
  void by_facts(const AnswerQuery& query);
  void join_facts(const AnswerQuery& query);
  void join_rule(const AnswerQuery& query, const RuleMatch& match, std::uint32_t name);
  void add_bodiless(const RuleTree::Side& side, EntityId known);
  void offer_here(std::span<const RuleTree::Leaf> leaves, std::size_t depth);
  void offer_shares(std::span<const RuleTree::Leaf> leaves, std::size_t depth);
  double ways_from_answer(EntityId answer, std::size_t depth);
  void offer_constants(const RuleTree::Side& side, const RuleTree::Node& node, std::size_t depth);
  void offer(EntityId answer, const RuleTree::Leaf& leaf);
  void offer_constant(EntityId answer, const RuleTree::Leaf& leaf);
  float distance_of(const RuleTree::Leaf& leaf) const {
    return std::max(matches_[leaf.match].distance, leaf.body);
  }
  template <typename RuleOf>
  void finish(const AnswerQuery& query, RuleOf rule_of);
  void settle(const Goal& goal, Prover& prover, std::span<RuleProof> proofs) const;
  void weigh(RuleProof& proof, OddsUsed odds, double factor);

  const AnswerIndex& index_;
  const Reasoner& reasoner_;
  const StepGraph& graph_;
  SymbolKind entities_;
  AnswerJoin join_;
  StepWalk walk_;
  SparseMinimum distances_;        // of answers
  std::vector<float> row_;         // of the tables, by answer
  SparseMinimum ends_;             // the facts' symbols that stand for answers
  std::array<LastTree, 2> trees_;  // by side: of the last query; queries come by predicate
  ProofLists lists_;
  // What a proof counts where known facts compete.
  struct Weight {
    float distance;
    float rate;
  };
  Memo<Weight> weights_;  // by distance, the query's step and odds
  EvidenceMemo evidence_;
  double slope_ = 0;  // that they are for
  // Leaves within the radius of the node at hand.
  struct NearLeaf {
    float distance;
    std::uint32_t match;
    RuleRoutes routes;
  };
  std::vector<NearLeaf> leaves_here_;
  std::vector<std::pair<float, std::uint32_t>> reverse_rules_;  // distance, place in their list
  // Where answers are looked at one by one: the ways from what their query knows, by the steps.
  std::map<StepWalk::Steps, double> ways_from_known_;
  bool one_by_one_ = false;
  // Of the query at hand:
  std::span<const RuleMatch> matches_;
  AskedSide asked_ = AskedSide::kTail;
  Step judged_as_ = 0;
  Groundings groundings_ = Groundings::kBest;
  float behind_ = 0;  // what is added to the distance of rules with constants
  Triple excluded_ = kNoFact;
  EntityId excluded_answer_ = StepWalk::kNobody;  // that no rule may give
  const AnswerSample* sample_ = nullptr;          // none: all answers
  std::size_t most_ = kAny;                       // answers, before it gives up
};

}  // namespace gntp
