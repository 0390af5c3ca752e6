// The rules of each relation as a tree over steps, from what a query knows to its answers, where
// several proofs of an answer count: a leaf keeps its rules. Rules that begin alike share their
// steps, so that of hundreds of thousands of rules a query takes the steps that there are facts
// for.
//
// A rule that is a path can be walked; where entities are symbols, so can a rule about one entity
// (constant_rule_shape.h). Of rules without a body, r(X, c), a query r(a, ?) gets the answer c
// where it begins; for r(?, c) such a rule says nothing about who, and it only adds to what other
// rules find. Rules of any other kind, and those whose predicates are within reach of many
// relations, are listed as they are. Needs Plan::kWalk.
//
// `update` is for one thread, everything else for any number.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "kb/step_graph.h"
#include "prover/constant_rule_shape.h"
#include "prover/goal.h"
#include "prover/proof_lists.h"
#include "prover/reasoner.h"

namespace gntp {

class RuleTree {
 public:
  // A rule that makes an answer where its walk ends.
  struct Leaf {
    float body;           // the largest distance in the body
    std::uint32_t match;  // its rule, in `matches`
    RuleRoutes routes;    // whether others are of the same rule
    EntityId place;       // where the walk has to be, if there is such a place
    EntityId answer;      // the rule's constant; not for rules that answer with where they are
  };

  // Where the same steps lead. Its leaves: those that answer with where the walk is, those that
  // hold wherever it is, and those that hold at a place, by place.
  struct Node {
    Step step = 0;                            // that leads here
    std::array<std::uint32_t, 2> children{};  // from, to; by step
    std::uint32_t here = 0;                   // where each kind of leaves begins
    std::uint32_t anywhere = 0;
    std::uint32_t at_places = 0;
    std::uint32_t end = 0;
  };

  // A rule about what the query knows: its answers are found by walking back.
  struct ReverseRule {
    EntityId known;
    Leaf leaf;
    bool from_place;  // or from anything that the first step leads to
    std::array<Step, BodyWalk::kMaxSteps> all_steps;
    std::uint8_t size;

    // From the place to the answer.
    std::span<const Step> steps() const { return std::span(all_steps).first(size); }
  };

  // The tree for one relation and one side that is asked for.
  class Side {
   public:
    using Node = RuleTree::Node;

    const Node& root() const { return nodes_.front(); }
    static bool is_leaf(const Node& node) { return node.children[0] == node.children[1]; }
    // Calls visit(child, segment) for the segments whose step leads on. Both are sorted by step.
    template <typename Visit>
    void for_each_child(const Node& node, const StepGraph::Segments& segments, Visit visit) const {
      const auto first = nodes_.begin() + node.children[0];
      const auto last = nodes_.begin() + node.children[1];
      auto child = first;
      for (const StepGraph::Segment& segment : segments) {
        child = std::lower_bound(child, last, segment.step,
                                 [](const Node& each, Step wanted) { return each.step < wanted; });
        if (child == last) return;
        if (child->step == segment.step) {
          visit(static_cast<std::uint32_t>(child - first), segment);
        }
      }
    }
    // The child that the step leads to.
    std::optional<std::uint32_t> find_child(const Node& node, Step step) const {
      const auto children =
          std::span(nodes_).subspan(node.children[0], node.children[1] - node.children[0]);
      const auto found = std::ranges::lower_bound(children, step, {}, &Node::step);
      if (found == children.end() || found->step != step) return std::nullopt;
      return static_cast<std::uint32_t>(found - children.begin());
    }
    const Node& child(const Node& node, std::uint32_t child) const {
      return nodes_[node.children[0] + child];
    }
    std::span<const Leaf> here(const Node& node) const { return between(node.here, node.anywhere); }
    std::span<const Leaf> anywhere(const Node& node) const {
      return between(node.anywhere, node.at_places);
    }
    std::span<const Leaf> at_places(const Node& node) const {
      return between(node.at_places, node.end);
    }
    // By length, first step, and place; those that begin anywhere before those with a place.
    std::span<const ReverseRule> reverse_rules(EntityId known) const;
    // Those that hold of every answer.
    std::span<const Leaf> of_all_answers(EntityId known) const;

   private:
    friend class RuleTree;
    std::span<const Leaf> between(std::uint32_t from, std::uint32_t to) const {
      return std::span(leaves_).subspan(from, to - from);
    }
    std::vector<Node> nodes_{1};
    std::vector<Leaf> leaves_;
    std::vector<ReverseRule> reverse_rules_;  // by what they know
    std::vector<Leaf> of_all_answers_;        // by what they know, which is their place
  };

  // Keeps a reference. Requires: the reasoner is refreshed. Throws Error if groundings are counted
  // (rank.groundings) and a rule cannot be walked.
  RuleTree(const Reasoner& reasoner, ThreadPool& threads);

  // After the reasoner's update with these rows. Throws as the constructor does.
  void update(const MovedRows& moved, ThreadPool& threads);

  const Side& side(PredicateId relation, AskedSide asked) const {
    return relations_[relation].sides[asked == AskedSide::kHead ? 0 : 1];
  }
  // The rules that leaves name, by rule; some may be beyond the radius.
  std::span<const RuleMatch> matches(PredicateId relation) const {
    return relations_[relation].matches;
  }
  // Rules that are not walked, by their place in `matches`, nearest first.
  std::span<const std::uint32_t> others(PredicateId relation) const {
    return relations_[relation].others;
  }

 private:
  struct Relation {
    std::vector<RuleMatch> matches;
    std::vector<std::uint32_t> others;
    std::array<Side, 2> sides;  // asked for the head, for the tail
  };
  // A rule's steps with relations for predicates, and the largest of their distances.
  struct Route {
    std::array<Step, BodyWalk::kMaxSteps> steps{};
    std::uint8_t size = 0;
    float distance = 0;

    std::span<const Step> all() const { return std::span(steps).first(size); }
  };
  // All of a rule's; one that may be read in more ways than this is not walked.
  static constexpr std::size_t kMaxRoutes = 16;
  struct Routes {
    std::array<Route, kMaxRoutes> items;
    std::size_t size = 0;

    std::span<const Route> all() const { return std::span(items).first(size); }
    RuleRoutes count() const { return size == 1 ? RuleRoutes::kOne : RuleRoutes::kSeveral; }
  };
  // A leaf and how to get there.
  struct Entry {
    enum class Kind : std::uint8_t { kHere, kAnywhere, kAtPlace };
    Route route;
    Kind kind;
    Leaf leaf;
  };
  using Entries = std::array<std::vector<Entry>, 2>;

  void build(PredicateId relation);
  bool add(std::uint32_t match, Relation& into, Entries& entries) const;
  static void add_bodiless(const Rule& rule, std::uint32_t match, Relation& into, Entries& entries);
  std::optional<Routes> routes_of(std::span<const BodyWalk::Step> steps) const;
  static Route reversed(const Route& route);
  static void arrange(std::vector<Entry>& entries, Side& side);
  static void fill(std::span<const Entry> entries, std::size_t depth, std::size_t node, Side& side);
  bool keeps_all_rules() const;
  void follow_rules(std::span<const std::uint32_t> moved);
  bool follow(PredicateId relation);
  static void sort_others(Relation& it);
  void check_groundings() const;

  const Reasoner& reasoner_;
  float radius_;                       // that the routes are within
  std::vector<std::uint8_t> in_body_;  // by predicate: is it in one?
  std::vector<Relation> relations_;
};

}  // namespace gntp
