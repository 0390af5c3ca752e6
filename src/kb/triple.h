// A ground fact `relation(head, tail)` in ids.
#pragma once

#include <compare>

#include "kb/vocabulary.h"

namespace gntp {

struct Triple {
  Id head;
  Id relation;
  Id tail;

  friend auto operator<=>(const Triple&, const Triple&) = default;
};

}  // namespace gntp
