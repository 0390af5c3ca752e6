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

  std::size_t size = 0;
  std::array<Step, kMaxSteps> steps{};
  Term end{};
};

class RulePath {
 public:
  static constexpr std::size_t kMaxSteps = 3;
  using Step = BodyWalk::Step;

  // The rule as a path from its head's first variable to its second; nothing if the head or the
  // body has constants, the body has more than kMaxSteps atoms or is no path through variables that
  // differ.
  static std::optional<RulePath> of(const Rule& rule);

  std::span<const Step> steps() const { return std::span(steps_).first(size_); }
  std::size_t size() const { return size_; }
  // The same path from the other end.
  RulePath reversed() const;

 private:
  std::size_t size_ = 0;
  std::array<Step, kMaxSteps> steps_{};
};

}  // namespace gntp
