// The entities that a step leads away from or, where these are very many, some of them in even
// distances: enough to say what is usual for a relation.
#pragma once

#include <cstddef>
#include <span>

#include "kb/step_graph.h"

namespace gntp {

struct StartSample {
  std::size_t many = 100'000;  // more starts than that are not all looked at
  std::size_t some = 30'000;   // but so many
};

// Calls visit(entity) in order, until it returns false.
template <typename Visit>
void for_each_start(const StepGraph& graph, Step step, const StartSample& sample, Visit visit) {
  const std::span<const EntityId> starts = graph.starts(step);
  const bool is_all = starts.size() <= sample.many;
  const std::size_t count = is_all ? starts.size() : sample.some;
  for (std::size_t i = 0; i < count; ++i) {
    if (!visit(starts[is_all ? i : starts.size() / count * i])) return;
  }
}

}  // namespace gntp
