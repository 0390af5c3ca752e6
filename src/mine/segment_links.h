// What mining rules with constants needs to know about a graph's segments beside the graph: numbers
// for them, by entity and step, whose they are, and which segment has an edge the other way round.
// Immutable; shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kb/step_graph.h"

namespace gntp {

// Of more facts, links and the counts by segment that each thread has would take tens of gigabytes;
// and there are hubs in such data whose rules would take days.
inline constexpr std::size_t kMostLinkedFacts = 50'000'000;

class SegmentLinks {
 public:
  // Keeps no reference. Throws Error where there are more facts than that.
  explicit SegmentLinks(const StepGraph& graph);

  std::size_t size() const { return segments_.size(); }
  const StepGraph::Segment& segment(std::size_t number) const { return segments_[number]; }
  // The segment's entity.
  EntityId owner(std::size_t number) const { return owners_[number]; }
  // The number of the segment that holds the edge the other way round, for each of the targets.
  std::span<const std::uint32_t> reverses(const StepGraph::Segment& segment) const {
    return {reverses_.data() + segment.begin, segment.size()};
  }

 private:
  std::vector<StepGraph::Segment> segments_;
  std::vector<EntityId> owners_;         // by segment
  std::vector<std::uint32_t> reverses_;  // by the graph's words, where they are targets
};

}  // namespace gntp
