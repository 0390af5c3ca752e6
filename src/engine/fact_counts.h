// How many facts each entity occurs in; a fact p(a, a) counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kb/knowledge_base.h"

namespace gntp {

inline std::uint64_t count_facts(const KnowledgeBase& kb, EntityId entity) {
  const StepGraph& graph = kb.facts.graph();
  std::uint64_t count = 0;
  for (const StepGraph::Segment& segment : graph.segments(entity)) {
    count += segment.size();
    const bool is_loop =
        !is_forwards(segment.step) && std::ranges::binary_search(graph.targets(segment), entity);
    count -= is_loop ? 1 : 0;
  }
  return count;
}

inline std::vector<std::uint64_t> facts_by_entity(const KnowledgeBase& kb) {
  std::vector<std::uint64_t> counts(kb.entities.size());
  for (EntityId id{0}; id < counts.size(); ++id) counts[id] = count_facts(kb, id);
  return counts;
}

}  // namespace gntp
