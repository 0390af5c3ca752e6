#include "mine/segment_links.h"

#include <algorithm>

#include "base/error.h"

namespace gntp {
SegmentLinks::SegmentLinks(const StepGraph& graph) {
  if (graph.ends() / 2 > kMostLinkedFacts) {
    fail("{} facts are too many to mine rules with constants, {} are not; set mine.constants to 0",
         graph.ends() / 2, kMostLinkedFacts);
  }
  segments_.reserve(graph.segment_count());
  owners_.reserve(graph.segment_count());
  std::vector<std::uint32_t> first{0};  // of each entity
  first.reserve(graph.entities() + 1);
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      segments_.push_back(segment);
      owners_.push_back(entity);
    }
    first.push_back(static_cast<std::uint32_t>(segments_.size()));
  }
  reverses_.resize(graph.words());
  for (const StepGraph::Segment& segment : segments_) {
    std::uint32_t* reverse = &reverses_[segment.begin];
    for (const EntityId target : graph.targets(segment)) {
      const auto around =
          std::span(segments_).subspan(first[target], first[target + 1] - first[target]);
      const auto back =
          std::ranges::lower_bound(around, inverse(segment.step), {}, &StepGraph::Segment::step);
      *reverse++ = first[target] + static_cast<std::uint32_t>(back - around.begin());
    }
  }
}

}  // namespace gntp
