// GroundJoin's question where entities are symbolic: each matches itself alone. Then the facts that
// lead from the goal's head to its tail are on the graph as they are, relation by relation: what is
// around the two entities is intersected, and nothing is kept beside the graph, however large.
//
// For t-norm `min` and unification per term. Each thread has its own SymbolicJoin.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "index/symbol_distances.h"
#include "kb/step_graph.h"
#include "prover/join_question.h"
#include "prover/rules_by_shape.h"

namespace gntp {

class SymbolicJoin {
 public:
  // Keeps references.
  SymbolicJoin(const StepGraph& graph, const SymbolDistances& symbols, const RulesByShape& rules)
      : graph_(graph), symbols_(symbols), rules_(rules) {}

  // Of proofs that are equally near, always the same one.
  std::optional<JoinAnswer> nearest(const JoinQuestion& question);

 private:
  using Segments = std::vector<StepGraph::Segment>;

  // What is around one of the goal's entities.
  struct Side {
    EntityId entity = EntityId::none();
    std::array<Segments, 2> by_direction;  // 0: facts whose head it is, 1: whose tail it is
  };
  // One of the goal's entities, and the segments that may be its end of a chain.
  struct End {
    EntityId entity;
    std::span<const StepGraph::Segment> segments;
    std::size_t step;  // of the chain, that they are
  };
  // Facts that lead from the goal's head to its tail, by step.
  struct Path {
    std::array<RelationId, RulePath::kMaxSteps> relations;
    std::array<Triple, RulePath::kMaxSteps> facts;
  };

  void gather(EntityId entity, Side& side) const;
  void direct(std::size_t shape);
  void chain(std::size_t shape);
  void join_two(const End& from, const End& to);
  void join_three(const End& from, const End& to, std::size_t middle);
  void meet(Path path, std::size_t step, EntityId entity, const StepGraph::Segment& segment,
            const End& to);
  float least(const StepGraph::Segment& segment, std::size_t step) const;
  void offer(const RulesByShape::Group::Match& match, const Path& path);
  void keep(const JoinAnswer& answer);

  const StepGraph& graph_;
  const SymbolDistances& symbols_;
  const RulesByShape& rules_;

  // The state of one search; what is around the entities stays for the next.
  JoinQuestion question_{};
  float below_ = 0;  // only proofs below it matter
  std::optional<JoinAnswer> best_;
  Side head_;
  Side tail_;
  const RulesByShape::Group* group_ = nullptr;  // of the shape at hand
};

}  // namespace gntp
