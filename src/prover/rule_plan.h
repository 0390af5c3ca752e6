// A rule made ready for a kind of goal: its head unified, its variables numbered as columns of a
// table of partial proofs, and its atoms in an order in which each starts from something known.
//
// The prover goes through a body left to right: the first atom with a variable binds it to its
// fact's symbol, at no cost, and every other one compares its own symbol with that. Any order finds
// the same proofs at the same distances if each occurrence keeps that role.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kb/rules.h"

namespace gntp {

// What an occurrence of a term in an atom does with the fact's symbol there.
enum class Role : std::uint8_t {
  kCompares,  // the term and the symbol may differ, at the cost of their distance
  kBinds,     // the term is the symbol
};

// An argument of a goal, before its value is looked at.
struct ArgumentKind {
  Role role;
  bool known;  // a value that is not known is asked for
};

struct GoalKind {
  std::array<ArgumentKind, 2> arguments;
  bool same;  // both arguments are one variable

  static constexpr std::size_t kCount = 32;
  std::size_t index() const;
};

struct PlannedAtom {
  PredicateId predicate;
  std::array<Term, 2> arguments;  // variables are columns
  GoalKind kind;
};

// Two terms that the rule's head makes the goal compare.
struct HeadComparison {
  std::size_t position;  // of the goal's argument: 0 or 1
  Term goal;
  Term head;
};

struct RulePlan {
  std::size_t columns = 0;
  std::array<Term, 2> goal;  // the goal's arguments
  std::vector<HeadComparison> comparisons;
  std::vector<PlannedAtom> body;
  // After each atom: the columns that it or an earlier one has filled and that still matter. Those
  // that the goal gives are the same in all rows and not among them.
  std::vector<std::vector<std::uint32_t>> live;
};

// Requires: every variable of the head occurs in the body.
RulePlan plan_rule(const Rule& rule, const GoalKind& goal);

}  // namespace gntp
