#include "mine/path_sampler.h"

#include <algorithm>

#include "base/stop.h"

namespace gntp {
namespace {

// How much one fact may cost where its neighbours are hubs.
constexpr std::size_t kFirstSteps = 8;
constexpr std::size_t kEdges = 1000;
constexpr std::size_t kPaths = 32;

std::vector<StepGraph::Segment> listed(const StepGraph::Segments& segments) {
  std::vector<StepGraph::Segment> list;
  for (const StepGraph::Segment& segment : segments) list.push_back(segment);
  return list;
}

}  // namespace

std::vector<Body> PathSampler::propose(RelationId relation, std::size_t length, std::size_t samples,
                                       Random& random) {
  found_.clear();
  const Step head = graph_.head_step(relation);
  const std::span<const EntityId> starts = graph_.starts(head);
  if (starts.empty()) return {};
  for (std::size_t i = 0; i < samples; ++i) {
    stop_if_asked();
    const EntityId start = starts[random.below(starts.size())];
    const std::span<const EntityId> ends = graph_.targets(start, head);
    find_paths(start, ends[random.below(ends.size())], length, random);
  }
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  return found_;
}

void PathSampler::find_paths(EntityId start, EntityId end, std::size_t length, Random& random) {
  lasts_.clear();
  for (const StepGraph::Segment& segment : graph_.segments(end)) {
    for (const EntityId from : graph_.targets(segment)) {
      lasts_.push_back({from, inverse(segment.step)});
    }
  }
  std::ranges::sort(lasts_);
  if (length == 2) {
    close(start, end, {}, start, random);
    return;
  }
  // First steps are drawn among the distinct ones, so that a hub does not drown the others.
  const std::vector<StepGraph::Segment> segments = listed(graph_.segments(start));
  for (std::size_t i = 0; i < kFirstSteps; ++i) {
    const StepGraph::Segment& segment = segments[random.below(segments.size())];
    const EntityId inner = graph_.targets(segment)[random.below(segment.size())];
    if (inner != end) close(start, end, {1, {segment.step}}, inner, random);
  }
}

// Adds the paths that go on from `from` by one step to a neighbour of the end, and then to the end.
void PathSampler::close(EntityId start, EntityId end, Body prefix, EntityId from, Random& random) {
  const std::vector<StepGraph::Segment> segments = listed(graph_.segments(from));
  const std::size_t offset = random.below(segments.size());
  std::size_t edges = 0;
  std::size_t paths = 0;
  for (std::size_t i = 0; i < segments.size() && edges < kEdges && paths < kPaths; ++i) {
    const StepGraph::Segment& segment = segments[(offset + i) % segments.size()];
    for (const EntityId inner : graph_.targets(segment)) {
      if (++edges > kEdges || paths >= kPaths) break;
      if (inner == start || inner == end) continue;
      auto last = std::ranges::lower_bound(lasts_, inner, {}, &LastStep::from);
      for (; last != lasts_.end() && last->from == inner; ++last) {
        Body body = prefix;
        body.steps[body.length++] = segment.step;
        body.steps[body.length++] = last->step;
        found_.push_back(body);
        ++paths;
      }
    }
  }
}

}  // namespace gntp
