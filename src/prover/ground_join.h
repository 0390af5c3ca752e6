// The best proof of a ground goal by a fact or by one rule whose body is matched by facts,
// structure first: the facts around the goal's two entities are joined, and only where they connect
// is the best rule for their relations looked up. Most goals connect nothing and cost next to
// nothing.
//
// For t-norm `min` and unification per term, where a proof is as far as its farthest link. Entities
// with many soft neighbours are searched in widening circles: below a bound that reaches only a few
// neighbours first; a proof found there is the best. Where entities are symbolic, SymbolicJoin does
// this instead. Each thread has its own GroundJoin.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/id_set.h"
#include "index/fact_index.h"
#include "index/fact_search.h"
#include "index/symbol_distances.h"
#include "prover/join_question.h"
#include "prover/rules_by_shape.h"

namespace gntp {

class GroundJoin {
 public:
  // Keeps references.
  GroundJoin(const FactIndex& facts, const StepGraph& graph, const SymbolDistances& symbols,
             const RulesByShape& rules)
      : facts_(facts),
        symbols_(symbols),
        rules_(rules),
        search_(graph, symbols, Unification::kPerTerm) {}

  std::optional<JoinAnswer> nearest(const JoinQuestion& question);

 private:
  // An entity around one of the goal's. Where entities have drifted, its distance is a lower bound
  // until a proof asks for the exact one.
  struct Around {
    float distance;
    EntityId entity;
    bool exact;
  };
  // Those that may be below the bound. Others name them by their place among them.
  struct JoinSide {
    EntityId entity;
    std::vector<Around> entities;
    IdSet members;
    std::vector<std::uint32_t> places;  // by entity, of the members
  };
  enum class End : std::uint8_t { kHead, kTail };  // of the facts that have the entity

  // What one side of a chain offers: a fact with the entity on the goal's side and another,
  // `other`.
  struct ChainEdge {
    float cost;          // the least that a proof with it can cost
    std::uint32_t near;  // the entity on the goal's side, by its place
    EntityId other;
    RelationId relation;
    std::uint32_t next;  // with the same `other`
  };
  // An edge of the side whose neighbours are looked up in the other.
  struct SmallEdge {
    float cost;
    std::uint32_t near;  // by its place
    Edge edge;
  };
  // One side of a chain.
  struct Half {
    JoinSide* side;
    End end;
    std::span<const float> least;  // by relation
    std::size_t edges;             // of all the side's entities
  };
  // Facts that lead from the goal's head to its tail, in that order.
  struct Path {
    float distance;  // of the entities
    std::array<RelationId, RulePath::kMaxSteps> relations;
    std::array<Triple, RulePath::kMaxSteps> facts;
  };
  // A fact at the goal's head or tail, as its half has it.
  struct Met {
    const Half& half;
    std::uint32_t near;  // the entity on the goal's side, by its place
    EntityId middle;     // its other entity
    RelationId relation;
    Triple fact() const {
      return fact_at(half.side->entities[near].entity, half.end, {middle, relation});
    }
  };
  // A fact between two others, and its entity on the side of the first.
  struct Between {
    EntityId entity;
    Edge edge;
    End end;  // of the fact, that has the entity
    Triple fact() const { return fact_at(entity, end, edge); }
  };

  static Triple fact_at(EntityId entity, End end, const Edge& edge) {
    return end == End::kHead ? Triple{entity, edge.relation, edge.other}
                             : Triple{edge.other, edge.relation, entity};
  }
  bool is_excluded(EntityId entity, End end, const Edge& edge) const {
    return fact_at(entity, end, edge) == question_.excluded;
  }
  void find_fact();
  bool has_rule_below(float bound) const;
  float reach_of(std::size_t neighbours) const;
  bool is_alone(EntityId entity, float bound) const;
  void search_below(float limit);
  void gather(EntityId entity, JoinSide& side) const;
  float exact(JoinSide& side, std::uint32_t place) const;
  void direct(JoinSide& heads, JoinSide& tails, std::size_t shape);
  void chain(std::size_t shape);
  void join_two(const Half& small, const Half& large);
  void join_three(const Half& at_head, const Half& at_tail, End middle);
  void stamp(const Half& half);
  void meet_stamped(const Half& small, const Half& large);
  void collect(const Half& small);
  void meet_by_search(const Half& small, const Half& large);
  template <typename Visit>
  void for_each_edge(const Half& half, Visit visit);
  template <typename Visit>
  void for_each_near(EntityId entity, float cost, Visit visit);
  void meet_between(const Half& from, const Half& to, End middle);
  void meet_after(const Met& one, float cost, const Between& between, const Half& to);
  std::size_t edges_after(const Half& half, End middle, std::size_t limit) const;
  void offer_fact(const Triple& fact, float distance, std::size_t shape);
  void offer_meeting(const Met& one, const Met& other);
  void offer_meeting(const Met& one, const Between& between, const Met& other);
  void offer_path(const Path& path);
  void keep(const JoinAnswer& answer);

  std::span<const Edge> edges(EntityId entity, End end) const {
    return end == End::kHead ? facts_.with_head(entity) : facts_.with_tail(entity);
  }
  Half half(JoinSide& side, End end, std::span<const float> least) const;

  const FactIndex& facts_;
  const SymbolDistances& symbols_;
  const RulesByShape& rules_;
  FactSearch search_;

  // The state of one search.
  JoinQuestion question_{};
  float below_ = 0;  // only proofs below it matter
  std::optional<JoinAnswer> best_;
  JoinSide head_;
  JoinSide tail_;
  const RulesByShape::Group* group_ = nullptr;  // of the chain being joined
  std::vector<SmallEdge> small_edges_;
  std::vector<ChainEdge> chain_edges_;
  IdSet chain_ends_;                        // the `other` of the chain's edges
  std::vector<std::uint32_t> chain_first_;  // by entity of these: the first of its edges
};

}  // namespace gntp
