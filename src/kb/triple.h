// A ground fact `relation(head, tail)` in ids: it has no other name than these. Facts are ordered
// by relation, head, tail.
#pragma once

#include <compare>
#include <tuple>

#include "kb/ids.h"

namespace gntp {

struct Triple {
  EntityId head;
  RelationId relation;
  EntityId tail;

  friend bool operator==(const Triple&, const Triple&) = default;
  friend auto operator<=>(const Triple& a, const Triple& b) {
    return std::tie(a.relation, a.head, a.tail) <=> std::tie(b.relation, b.head, b.tail);
  }
};

// What is no fact, where a variable needs such a value.
inline constexpr Triple kNoFact{EntityId::none(), RelationId::none(), EntityId::none()};

}  // namespace gntp
