// The rules whose bodies can be matched with the facts around a ground goal p(a, b) before any rule
// is chosen: paths of up to three atoms (rule_path.h). All rules of one shape, that is of one
// length and the same directions, match the same facts, and the relations found pick the rule.
//
// For each goal predicate and shape: the rules, nearest head first, and for each relation the least
// that a fact of it can cost at each step. Where rules tell relations apart, thousands of them are
// found by the relation of their first step. Where relations are symbolic or very many, lists are
// made when somebody asks for them: who never proves ground goals never pays for them. `refresh`
// and `update` are for one thread, the others for any number.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/grouped.h"
#include "base/parallel.h"
#include "index/rule_index.h"
#include "index/symbol_distances.h"
#include "prover/rule_path.h"

namespace gntp {

// A rule as a join sees it.
struct JoinRule {
  float cost;  // the least that a proof by it costs: what rules are sorted by
  float head_distance;
  RuleId rule;
  RulePath path;
};

class RulesByShape {
 public:
  // Shapes are numbered by length, then by the directions of their steps, the first one's first.
  static constexpr std::size_t kForward = 0;
  static constexpr std::size_t kBackward = 1;
  static constexpr std::size_t kChains = 2;  // of two
  static constexpr std::size_t kLongChains = 6;
  static constexpr std::size_t kShapes = 14;
  static std::size_t shape_of(const RulePath& path);
  // The direction of a shape's step: 0 from a fact's head to its tail.
  static std::size_t direction(std::size_t shape, std::size_t step);

  // The rules of one shape for one goal predicate.
  class Group {
   public:
    bool empty() const { return rules_.empty(); }
    // The least that a proof by any of them costs. Requires: not empty.
    float nearest() const { return rules_.front().cost; }
    // By relation: the least of max(head distance, the step's distance) over the rules.
    std::span<const float> least(std::size_t step) const { return least_[step]; }
    // Those whose first step may be this relation, by cost.
    std::span<const JoinRule> starting_with(RelationId relation) const {
      if (by_first_.keys() == 0) return rules_;
      return by_first_[relation];
    }
    // The nearest rule for facts of these relations, by step, where the facts alone cost at least
    // `distance`; nothing if it is not below `bound`. One at most `enough` away will do.
    struct Match {
      const JoinRule* rule;
      float distance;
    };
    std::optional<Match> match(std::span<const RelationId> relations, float distance, float bound,
                               float enough, const SymbolDistances& symbols) const;

   private:
    friend class RulesByShape;
    std::vector<JoinRule> rules_;  // by head distance
    std::array<std::vector<float>, RulePath::kMaxSteps> least_;
    Grouped<JoinRule> by_first_;  // by relation; no keys: all may start with any
  };

  // Keeps references.
  RulesByShape(const RuleSet& rules, const RuleIndex& index, const SymbolDistances& symbols,
               std::size_t goals, std::size_t predicates);

  // Takes the rule index and the distances as they are now.
  void refresh(ThreadPool& threads);
  // The same where only these predicates have moved since.
  void update(std::span<const std::uint32_t> moved, ThreadPool& threads);

  // To be called before the lists of a goal are read, after each refresh or update.
  void prepare(PredicateId goal) const;
  const Group& group(PredicateId goal, std::size_t shape) const {
    return groups_[goal * kShapes + shape];
  }
  // The rules of any other shape, nearest head first.
  std::span<const RuleMatch> others(PredicateId goal) const { return others_[goal]; }

 private:
  void rebuild(PredicateId goal) const;
  void forget(PredicateId goal);
  void add(const JoinRule& rule, Group& group) const;
  void sort_by_first(Group& group) const;
  void list_near(ThreadPool& threads);

  const RuleSet& rules_;
  const RuleIndex& index_;
  const SymbolDistances& symbols_;
  std::size_t goals_;
  std::vector<std::uint8_t> in_body_;  // by predicate: is it in one?
  // By predicate of a body, where relations are soft: those within the radius, by id.
  std::vector<std::vector<RelationId>> near_;
  // Where `made_` is there, lists are made when they are first asked for, by whoever asks.
  mutable std::vector<Group> groups_;  // (goals, kShapes)
  mutable std::vector<std::vector<RuleMatch>> others_;
  enum class Made : std::uint8_t { kNot, kBeingMade, kYes };
  mutable std::unique_ptr<std::atomic<Made>[]> made_;  // by goal
};

}  // namespace gntp
