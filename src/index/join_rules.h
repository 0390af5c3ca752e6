// The rules whose bodies can be matched with the facts around a ground goal p(a, b) before any rule
// is chosen: all rules of one shape match the same facts, and the relations found pick the rule.
//
//   forward   h(X, Y) :- q(X, Y)        chains   h(X, Y) :- q(X, Z), r(Z, Y), in all four
//   backward  h(X, Y) :- q(Y, X)                 orientations and both orders
//
// For each goal predicate and shape: the rules, nearest head first, and for each relation the least
// that a fact of it can cost at either end. `refresh` is for one thread, the others for any number.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "index/rule_index.h"
#include "index/symbol_distances.h"

namespace gntp {

// A rule as a join sees it: one body atom around X, for a chain another around Y.
struct JoinRule {
  float head_distance;
  Id rule;
  PredicateId at_head;      // the predicate of the atom with X
  PredicateId at_tail;      // of the atom with Y; the same atom in forward and backward
  std::uint8_t first_fact;  // 0: the atom with X comes first in the body, 1: the one with Y
};

class JoinRules {
 public:
  enum Shape : std::uint8_t { kForward, kBackward, kChains };
  static constexpr std::size_t kShapes = 6;
  // Which argument of its atom the head's variable is, for a shape from kChains on.
  static bool head_leads(std::size_t shape) { return ((shape - kChains) & 2U) == 0; }
  static bool tail_ends(std::size_t shape) { return ((shape - kChains) & 1U) == 0; }

  // The rules of one shape for one goal predicate.
  struct Group {
    std::vector<JoinRule> rules;  // by head distance
    // By relation: the least of max(head distance, the atom's distance) over the rules. Empty where
    // there are none.
    std::vector<float> at_head;
    std::vector<float> at_tail;
  };

  // Keeps references.
  JoinRules(const RuleSet& rules, const RuleIndex& index, const SymbolDistances& symbols,
            std::size_t goals);

  // Takes the rule index and the distances as they are now.
  void refresh(ThreadPool& threads);

  const Group& group(PredicateId goal, std::size_t shape) const {
    return groups_[goal * kShapes + shape];
  }
  // The rules of any other shape, nearest head first.
  std::span<const RuleMatch> others(PredicateId goal) const { return others_[goal]; }

 private:
  struct Form {
    std::uint8_t shape;
    JoinRule rule;
  };
  static std::optional<Form> form_of(const Rule& rule, Id id);

  const RuleIndex& index_;
  const SymbolDistances& symbols_;
  std::size_t goals_;
  std::vector<std::optional<Form>> forms_;  // by rule
  std::vector<Group> groups_;               // (goals, kShapes)
  std::vector<std::vector<RuleMatch>> others_;
};

}  // namespace gntp
