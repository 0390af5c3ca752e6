// The rules that walk from what a query knows to its answer, merged, where only the best proof of
// an answer counts. For t-norm `min` with `per_term` a proof by such a rule is the largest of its
// entities' distances, which do not depend on the rule, and of its predicates', which depend on
// nothing else. So the rules become a tree over steps (relations with a direction):
//
//   least(s1, ..., sn) = min over rules of max(head, d(q1, s1), ..., d(qn, sn))
//
// where the goal itself counts as a rule of one step, and 500 copies of a template are walked once.
// A node has a place for every step, so that relations may be near each other. Rules that are no
// paths are listed as they are, and so are those that would make the tree too large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kb/step_graph.h"
#include "prover/goal.h"
#include "prover/reasoner.h"
#include "prover/rule_path.h"

namespace gntp {

class MergedTree {
 public:
  // The tree has no more places than this.
  static constexpr std::size_t kMaxPlaces = std::size_t{1} << 22U;

  // What a step leads to: an answer at the least distance of the rules that end there, and a node
  // that goes on.
  struct Place {
    float least;
    std::uint32_t node;  // kNoNode: no rule goes on
  };
  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kNoNode = 0;  // the root follows no step

  // For all queries with this predicate that ask for this side.
  MergedTree(const Reasoner& reasoner, PredicateId predicate, AskedSide asked);

  // For StepWalk: a child is named by its step.
  using Node = std::uint32_t;
  static bool is_leaf(Node) { return false; }  // what is too far is not passed
  template <typename Visit>
  void for_each_child(Node, const StepGraph::Segments& segments, Visit visit) const {
    for (const StepGraph::Segment& segment : segments) visit(segment.step, segment);
  }
  static std::optional<Step> find_child(Node, Step step) { return step; }
  Node child(Node node, Step step) const { return place(node, step).node; }

  const Place& place(std::uint32_t node, Step step) const { return places_[node * steps_ + step]; }
  // The least of a node's places and of all that follow them.
  float nearest(std::uint32_t node) const { return nearest_[node]; }
  // What is not in the tree, nearest first.
  std::span<const RuleMatch> other_rules() const { return other_rules_; }

 private:
  struct Match {
    Step step;
    float distance;
  };
  using Matches = std::span<const std::vector<Match>>;  // of each step of a rule

  bool add(const RuleMatch& match, AskedSide asked);
  void add(std::uint32_t node, Matches steps, float before);
  std::size_t missing_nodes(std::uint32_t node, Matches steps) const;
  std::uint32_t add_node();
  std::vector<Match> matches_of(PredicateId predicate, std::size_t direction) const;
  void find_nearest();

  const Reasoner& reasoner_;
  std::size_t steps_;
  std::vector<Place> places_;   // (nodes, steps)
  std::vector<float> nearest_;  // by node
  std::vector<RuleMatch> other_rules_;
};

}  // namespace gntp
