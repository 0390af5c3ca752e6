// A ground fact `relation(head, tail)` in ids. Facts are ordered by relation, head, tail.
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

}  // namespace gntp
