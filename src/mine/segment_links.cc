#include "mine/segment_links.h"

#include <limits>

#include "base/error.h"

namespace gntp {

SegmentLinks::SegmentLinks(const StepGraph& graph) {
  if (graph.segment_count() > std::numeric_limits<std::uint32_t>::max()) {
    fail("too many facts to mine rules with constants; set mine.constants to 0");
  }
  owners_.reserve(graph.segment_count());
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      owners_.push_back(entity);
      for (const EntityId target : graph.targets(segment)) {
        const StepGraph::Segment* back = graph.find(target, inverse(segment.step));
        reverses_.push_back(static_cast<std::uint32_t>(graph.number_of(*back)));
      }
    }
  }
}

}  // namespace gntp
