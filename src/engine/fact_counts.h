// How many facts each entity occurs in; a fact p(a, a) counts once.
#pragma once

#include <cstdint>
#include <vector>

#include "kb/knowledge_base.h"

namespace gntp {

inline std::vector<std::uint64_t> facts_by_entity(const KnowledgeBase& kb) {
  std::vector<std::uint64_t> counts(kb.entities.size());
  for (const Triple& fact : kb.facts) {
    ++counts[fact.head];
    if (fact.tail != fact.head) ++counts[fact.tail];
  }
  return counts;
}

}  // namespace gntp
