// A rule whose body is a path: h(X, Y) :- q(X, Z), r(W, Z), s(W, Y) walks from X over Z and W to Y,
// whatever the order of its atoms. Such rules can be joined with the facts before any rule is
// chosen.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "kb/rules.h"

namespace gntp {

// A body that can be walked from a term, one atom after the other, over variables that all differ.
struct BodyWalk {
  static constexpr std::size_t kMaxSteps = 4;

  struct Step {
    PredicateId predicate;
    std::uint8_t direction;  // 0: from the atom's first argument to its second, 1: back
    std::uint8_t atom;       // which of the body it is
  };

  // Nothing if the body forks, comes back, goes on after a constant, is not used up or has more
  // than kMaxSteps atoms.
  static std::optional<BodyWalk> from(const Term& start, std::span<const Atom> body);

  std::span<const Step> all() const { return std::span(steps).first(size); }

  std::size_t size = 0;
  std::array<Step, kMaxSteps> steps{};
  Term end{};
};

// The rule's body as a walk from its head's first variable to its second; nothing if it is none.
std::optional<BodyWalk> path_of(const Rule& rule);

// A path that is short enough to be joined from both ends: its first and last facts are around the
// goal's entities, and at most one is between them.
class RulePath {
 public:
  static constexpr std::size_t kMaxSteps = 3;
  using Step = BodyWalk::Step;

  // Nothing if the rule is no path or has more than kMaxSteps atoms.
  static std::optional<RulePath> of(const Rule& rule);

  std::span<const Step> steps() const { return std::span(steps_).first(size_); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  std::array<Step, kMaxSteps> steps_{};
};

}  // namespace gntp
