// One thread's walk over the facts, down a tree of rules: from the entities that a query knows,
// step by step, to its answers. All arrivals at a node go on together, and each entity goes on
// once, however many ways lead to it, so that hubs and soft matches do not multiply.
//
// Soft entities stand for each other at their distance: where the walk arrives, it spreads to the
// neighbours. Symbols stand for themselves.
//
// A tree has nodes; `tree.is_leaf(node)` says whether one has no children,
// `tree.for_each_child(node, segments, visit)` calls visit(child, segment) for
// the segments that lead on, `tree.child(node, child)` is the node there, and
// `tree.find_child(node, step)` the child that a step leads to, if any. What the walk finds it
// tells a visitor: `visitor.pass(node, child, segment, distance)` before it follows a segment,
// which answers whether to follow it at all, and `visitor.arrive(node, depth)` where it has
// arrived. `visitor.wants_answers_only(node)` says whether places there matter as answers alone: if
// so, and answers are sampled, those outside of the sample are not visited.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "index/fact_search.h"
#include "kb/step_graph.h"
#include "prover/answer_sample.h"
#include "prover/reasoner.h"
#include "prover/rule_path.h"
#include "prover/sparse_minimum.h"

namespace gntp {

class StepWalk {
 public:
  struct Arrival {
    EntityId entity;
    float distance = 0;  // the largest of the entities' on the way
    double ways = 1;     // to get there; counted where entities are symbols
  };

  // Keeps references.
  StepWalk(const Reasoner& reasoner, const StepGraph& graph);

  // The walks to come: whether entities spread, up to which distance, without which fact (kNoFact:
  // with all).
  void set_out(SymbolKind entities, float limit, const Triple& excluded);
  // Then: to answers in the sample alone. Requires: entities are symbols.
  void sample(const AnswerSample& sample) { sample_ = &sample; }
  // Then: until a step would lead to more entities than that, or all steps to more than `in_all`.
  void give_up_above(std::size_t most, std::size_t in_all = kAny) {
    most_ = most;
    most_in_all_ = in_all;
  }
  bool has_given_up() const { return has_given_up_; }
  bool leads_to_too_many(std::size_t entities) {
    passed_ += entities;
    has_given_up_ = has_given_up_ || entities > most_ || passed_ > most_in_all_;
    return has_given_up_;
  }
  // The entities that all steps have led to.
  std::size_t passed() const { return passed_; }

  // Every node that facts lead to from the entity, and from its neighbours.
  template <typename Tree, typename Visitor>
  void walk(const Tree& tree, const typename Tree::Node& root, EntityId from, Visitor& visitor) {
    begin_at(from);
    descend(tree, root, 0, visitor);
  }
  // The answers that these steps lead to from the entity; nothing: from wherever the first step
  // leads to.
  std::span<const Arrival> follow(std::optional<EntityId> from, std::span<const Step> steps);

  // Where the walk is, at a depth that a visitor was told of.
  std::span<const Arrival> arrivals(std::size_t depth) const { return levels_[depth].arrivals; }
  // The ways that lead from an entity back along the steps of the walk, wherever they end. Where
  // they pass an entity with more than kHub neighbours, that is an estimate from kHub of them,
  // evenly spread, and from more where few of these lead on. Requires: entities are symbols, and
  // the walk is at that depth.
  double ways_back(EntityId entity, std::size_t depth);
  // The same from where the walk began along its steps to where it is: what ways_back would say of
  // a walk from the other side.
  double all_ways(std::size_t depth);
  // The steps that lead there.
  using Steps = std::array<Step, BodyWalk::kMaxSteps>;
  Steps steps_to(std::size_t depth) const;
  static constexpr std::size_t kHub = 4096;
  // What the step must not lead to from this entity, or kNobody.
  EntityId excluded_target(EntityId entity, Step step) const;
  // The fact that is not walked; null: there is none.
  const Triple* excluded_fact() const { return excluded_ == kNoFact ? nullptr : &excluded_; }

  // to[c] = min over t of max(from[t], d(c, t)), up to the limit.
  void spread(const SparseMinimum& from, SparseMinimum& to) const;

  static constexpr EntityId kNobody = EntityId::none();
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

 private:
  // A segment that the walk follows.
  struct Hop {
    std::uint32_t child;  // of the node
    EntityId excluded;    // among the segment's targets
    StepGraph::Segment segment;
    float distance;
    double ways;
  };
  // An answer that a segment from here leads to.
  struct AnswerBehind {
    std::uint32_t child;  // of the node
    EntityId answer;
    Step step;
    double ways;
  };
  // Scratch of one step of the walk.
  struct Level {
    Step step = 0;            // that leads here
    bool passed_hub = false;  // by one of the steps that lead here
    std::vector<Arrival> arrivals;
    std::vector<Hop> hops;              // from here on
    std::vector<AnswerBehind> answers;  // by child
    SparseArray<double> ways;           // by entity, zero between uses
    SparseArray<double> ways_beyond;    // by entity: back or on from there, or kNotCounted
    std::vector<EntityId> counted;      // those that have them
    std::vector<EntityId> places;       // that have ways

    // Nobody has arrived by the step yet.
    void begin_step(Step by, bool behind_hub) {
      step = by;
      passed_hub = behind_hub;
      forget_ways_beyond();
      arrivals.clear();
    }
    void forget_ways_beyond() {
      ways_beyond.clear(std::span<const EntityId>(counted));
      counted.clear();
    }
    void forget_ways() {
      ways.clear(std::span<const EntityId>(places));
      places.clear();
    }
  };

  void begin_at(EntityId from);
  void begin_behind(Step step, const AnswerSample* sample);
  template <typename Tree, typename Visitor>
  void descend(const Tree& tree, const typename Tree::Node& node, std::size_t depth,
               Visitor& visitor);
  // The same from the answers in the sample, for the last step: less work than a step from a hub.
  template <typename Tree, typename Visitor>
  void arrive_from_answers(const Tree& tree, const typename Tree::Node& node, std::size_t depth,
                           Visitor& visitor);
  // The ways to the places of a level that are among a segment's targets.
  double ways_between(const Level& level, const StepGraph::Segment& segment,
                      EntityId excluded) const;
  void arrive(std::span<const Hop> hops, const AnswerSample* sample, Level& level);
  void arrive_at_symbols(std::span<const Hop> hops, const AnswerSample* sample, Level& level);
  void arrive_and_spread(std::span<const Hop> hops, Level& level);
  void gather(const SparseMinimum& from, SparseMinimum& to) const;
  EntityId excluded_start(Step step) const;
  double ways_on(EntityId entity, std::size_t from, std::size_t to);
  double count_targets(EntityId entity, Step step) const;
  // Each entity's sum is found once while the walk is at this level.
  template <typename WaysOf>
  double sum_over_targets(EntityId entity, Step step, Level& level, WaysOf ways_of);

  const Reasoner& reasoner_;
  const StepGraph& graph_;
  SymbolKind entities_ = SymbolKind::kSymbolic;
  float limit_ = 0;
  Triple excluded_ = kNoFact;
  const AnswerSample* sample_ = nullptr;  // none: all answers
  std::size_t most_ = kAny;
  std::size_t most_in_all_ = kAny;
  std::size_t passed_ = 0;
  bool has_given_up_ = false;
  EntityId begin_ = kNobody;  // of the walk at hand
  std::array<Level, BodyWalk::kMaxSteps + 1> levels_;
  SparseMinimum symbols_;  // of the facts that the walk arrives by
  SparseMinimum near_;     // and their neighbours
};

template <typename Tree, typename Visitor>
void StepWalk::descend(const Tree& tree, const typename Tree::Node& node, std::size_t depth,
                       Visitor& visitor) {
  if (tree.is_leaf(node)) return;
  Level& level = levels_[depth];
  if (sample_ != nullptr && level.arrivals.size() > sample_->size() &&
      visitor.wants_answers_only_after(node)) {
    arrive_from_answers(tree, node, depth, visitor);
    return;
  }
  level.hops.clear();
  for (std::size_t i = 0; i < level.arrivals.size(); ++i) {
    const Arrival& arrival = level.arrivals[i];
    graph_.fetch_ahead(i, level.arrivals.size(),
                       [&](std::size_t at) { return level.arrivals[at].entity; });
    tree.for_each_child(
        node, graph_.segments(arrival.entity),
        [&](std::uint32_t child, const StepGraph::Segment& segment) {
          if (!visitor.pass(node, child, segment, arrival.distance)) return;
          level.hops.push_back({child, excluded_target(arrival.entity, segment.step), segment,
                                arrival.distance, arrival.ways});
        });
  }
  // Facts that lie together are read together. One arrival's are in order.
  if (level.arrivals.size() > 1) {
    std::ranges::sort(level.hops, {},
                      [](const Hop& hop) { return std::tuple(hop.child, hop.segment.begin); });
  }
  for (std::size_t i = 0; i < level.hops.size();) {
    const std::uint32_t child = level.hops[i].child;
    const std::size_t first = i;
    while (i < level.hops.size() && level.hops[i].child == child) ++i;
    const typename Tree::Node& next = tree.child(node, child);
    const AnswerSample* sample = visitor.wants_answers_only(next) ? sample_ : nullptr;
    const auto hops = std::span(level.hops).subspan(first, i - first);
    const bool by_hub =
        std::ranges::any_of(hops, [](const Hop& hop) { return hop.segment.size() > kHub; });
    levels_[depth + 1].begin_step(hops.front().segment.step, level.passed_hub || by_hub);
    arrive(hops, sample, levels_[depth + 1]);
    if (has_given_up_) return;
    visitor.arrive(next, depth + 1);
    descend(tree, next, depth + 1, visitor);
  }
}

template <typename Tree, typename Visitor>
void StepWalk::arrive_from_answers(const Tree& tree, const typename Tree::Node& node,
                                   std::size_t depth, Visitor& visitor) {
  Level& level = levels_[depth];
  level.answers.clear();
  for (const Arrival& arrival : level.arrivals) {
    level.ways.touch(arrival.entity) = arrival.ways;
    level.places.push_back(arrival.entity);
  }
  sample_->for_each([&](EntityId answer) {
    for (const StepGraph::Segment& segment : graph_.segments(answer)) {
      const Step step = inverse(segment.step);
      const std::optional<std::uint32_t> child = tree.find_child(node, step);
      if (!child) continue;
      const double ways = ways_between(level, segment, excluded_target(answer, segment.step));
      if (ways > 0) level.answers.push_back({*child, answer, step, ways});
    }
  });
  level.forget_ways();
  std::ranges::sort(level.answers, {}, [](const AnswerBehind& behind) {
    return std::pair(behind.child, behind.answer);
  });
  Level& next = levels_[depth + 1];
  for (auto group = level.answers.begin(); group != level.answers.end();) {
    const std::uint32_t child = group->child;
    next.begin_step(group->step, level.passed_hub);
    for (; group != level.answers.end() && group->child == child; ++group) {
      next.arrivals.push_back({group->answer, 0, group->ways});
    }
    visitor.arrive(tree.child(node, child), depth + 1);
  }
}

}  // namespace gntp
