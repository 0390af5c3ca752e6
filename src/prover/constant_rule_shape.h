// A rule about one entity: r(X, c) :- b(X, d), r(c, X) :- b(X, A), r(X, c) :- b(X, A), d(A, e) and
// so on. Its body walks from X to a constant, its place, or anywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "kb/rules.h"
#include "prover/rule_path.h"

namespace gntp {

struct ConstantRuleShape {
  // Nothing if the rule is not of this form or its body is longer than a BodyWalk's.
  static std::optional<ConstantRuleShape> of(const Rule& rule);

  std::size_t variable;           // which argument of the head is X: 0 or 1
  EntityId constant;              // the other
  std::optional<EntityId> place;  // where the walk has to end; nothing: anywhere
  BodyWalk walk;
};

}  // namespace gntp
