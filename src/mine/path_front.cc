#include "mine/path_front.h"

namespace gntp {

std::span<const Reached> PathFront::reach(EntityId start, const Body& prefix, std::size_t limit) {
  is_whole_ = true;
  if (prefix.length > 2) {
    reach_by_paths(start, prefix, limit);
    return frontier_;
  }
  frontier_.assign(1, {start, kNoEntity});
  for (std::size_t i = 0; i < prefix.length; ++i) reach_further(start, prefix.steps[i], limit);
  return frontier_;
}

// An entity that is reached through several others may be left for any of them. From a single one
// each is reached once.
void PathFront::reach_further(EntityId start, Step step, std::size_t limit) {
  const bool is_single = frontier_.size() == 1;
  place_.clear();
  next_.clear();
  std::size_t paths = 0;
  for (const Reached& reached : frontier_) {
    for (const EntityId target : graph_.targets(reached.entity, step)) {
      if (target == start || target == reached.entity) continue;
      if (paths++ == limit) {
        is_whole_ = false;
        std::swap(frontier_, next_);
        return;
      }
      if (!is_single) {
        const auto [place, is_new] = place_.insert(target);
        if (!is_new) {
          next_[*place].via = kNoEntity;
          continue;
        }
        *place = static_cast<std::uint32_t>(next_.size());
      }
      next_.push_back({target, reached.entity});
    }
  }
  std::swap(frontier_, next_);
}

// Path by path: after three steps it matters by which entities each has come.
void PathFront::reach_by_paths(EntityId start, const Body& prefix, std::size_t limit) {
  frontier_.clear();
  for (const EntityId first : graph_.targets(start, prefix.steps[0])) {
    if (first == start) continue;
    for (const EntityId second : graph_.targets(first, prefix.steps[1])) {
      if (second == start || second == first) continue;
      for (const EntityId third : graph_.targets(second, prefix.steps[2])) {
        if (third == start || third == first || third == second) continue;
        if (frontier_.size() == limit) {
          is_whole_ = false;
          return;
        }
        frontier_.push_back({third, second, first});
      }
    }
  }
}

}  // namespace gntp
