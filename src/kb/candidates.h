// What candidates.txt says: the only answers to rel(a, ?), for the relations of the valid and test
// splits. All other questions are free: other relations, rel(?, b) and ?(a, b).
#pragma once

#include <algorithm>

#include "base/shared_array.h"
#include "kb/ids.h"

namespace gntp {

struct Candidates {
  SharedArray<EntityId> entities;     // sorted; none: all entities are candidates
  SharedArray<RelationId> relations;  // sorted; whose tails they are

  bool limit_tails_of(RelationId relation) const {
    return !entities.empty() && std::ranges::binary_search(relations, relation);
  }
};

}  // namespace gntp
