// The rules of each relation as walks over the facts, from what a query knows to its answers, where
// entities are symbols: then every rule that is a path, or is about one entity, is a few steps, and
// rules that begin alike share them. With hundreds of thousands of rules a query takes the steps
// that there are facts for.
//
// Needs t-norm `min`, `per_term` and rules that do not nest. Rules of any other kind, and those
// whose predicates are within reach of many relations, are listed as they are.
//
// `update` is for one thread, everything else for any number.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "index/step_graph.h"
#include "prover/constant_rule_shape.h"
#include "prover/goal.h"
#include "prover/reasoner.h"

namespace gntp {

class RuleWalks {
 public:
  // How a walk makes an answer.
  struct End {
    std::uint32_t match;  // its rule, in `matches`
    float body;           // the largest distance in the body
    Id place;             // where the walk has to be, if there is such a place
    Id answer;            // the rule's constant; not for rules that answer with where they are
  };

  // Where the same steps lead. Its ends: those that answer with where the walk is, those that hold
  // wherever it is, and those that hold at a place, by place.
  struct Node {
    Step step = 0;                            // that leads here
    std::array<std::uint32_t, 2> children{};  // from, to; by step
    std::uint32_t here = 0;                   // where each kind of ends begins
    std::uint32_t anywhere = 0;
    std::uint32_t at_places = 0;
    std::uint32_t ends = 0;
  };

  // A rule about what the query knows: its answers are found by walking back.
  struct Return {
    Id known;
    std::uint32_t match;
    float body;
    bool from_place;  // or from anything that the first step leads to
    Id place;
    std::array<Step, BodyWalk::kMaxSteps> steps;  // from the place to the answer
    std::uint8_t size;
  };

  // All walks for one relation and one side that is asked for.
  class Walk {
   public:
    const Node& root() const { return nodes_.front(); }
    std::span<const Node> children(const Node& node) const {
      return std::span(nodes_).subspan(node.children[0], node.children[1] - node.children[0]);
    }
    std::span<const End> here(const Node& node) const { return between(node.here, node.anywhere); }
    std::span<const End> anywhere(const Node& node) const {
      return between(node.anywhere, node.at_places);
    }
    std::span<const End> at_places(const Node& node) const {
      return between(node.at_places, node.ends);
    }
    std::span<const Return> returns(Id known) const;

   private:
    friend class RuleWalks;
    std::span<const End> between(std::uint32_t from, std::uint32_t to) const {
      return std::span(ends_).subspan(from, to - from);
    }
    std::vector<Node> nodes_{1};
    std::vector<End> ends_;
    std::vector<Return> returns_;  // by what they know
  };

  // Whether a reasoner's rules can be walks at all.
  static bool possible(const Reasoner& reasoner);

  // Keeps a reference. Requires: possible, and the reasoner is refreshed.
  RuleWalks(const Reasoner& reasoner, ThreadPool& threads);

  // After the reasoner's update with these rows.
  void update(const MovedRows& moved, ThreadPool& threads);

  const Walk& walk(PredicateId relation, AskedSide asked) const {
    return relations_[relation].walks[asked == AskedSide::kHead ? 0 : 1];
  }
  // The rules that a walk's ends name, by rule.
  std::span<const RuleMatch> matches(PredicateId relation) const {
    return relations_[relation].matches;
  }
  // Rules that are not walked, nearest head first.
  std::span<const RuleMatch> others(PredicateId relation) const {
    return relations_[relation].others;
  }

 private:
  struct Relation {
    std::vector<RuleMatch> matches;
    std::vector<RuleMatch> others;
    std::array<Walk, 2> walks;  // asked for the head, for the tail
  };
  // A rule's steps with relations for predicates, and the largest of their distances.
  struct Route {
    std::array<Step, BodyWalk::kMaxSteps> steps{};
    std::uint8_t size = 0;
    float distance = 0;

    std::span<const Step> all() const { return std::span(steps).first(size); }
  };
  // An end and how to get there.
  struct Entry {
    enum class Kind : std::uint8_t { kHere, kAnywhere, kAtPlace };
    Route route;
    Kind kind;
    End end;
  };
  using Entries = std::array<std::vector<Entry>, 2>;

  void build(PredicateId relation);
  bool add(std::uint32_t match, Relation& into, Entries& entries) const;
  void add_path(std::uint32_t match, const Route& route, Entries& entries) const;
  void add_constant(std::uint32_t match, const ConstantRuleShape& path, const Route& route,
                    Relation& into, Entries& entries) const;
  std::vector<Route> routes_of(std::span<const BodyWalk::Step> steps) const;
  static Route reversed(const Route& route);
  static void arrange(std::vector<Entry>& entries, Walk& walk);
  static void fill(std::span<const Entry> entries, std::size_t depth, std::size_t node, Walk& walk);
  bool follow(PredicateId relation);

  const Reasoner& reasoner_;
  float radius_;  // that the routes are within
  std::size_t relation_count_;
  std::vector<std::uint8_t> in_body_;  // by predicate: is it in one?
  std::vector<Relation> relations_;
};

}  // namespace gntp
