#include "mine/path_sampler.h"

#include <algorithm>
#include <functional>

#include "base/stop.h"

namespace gntp {
namespace {

// How much one fact may cost where its neighbours are hubs.
constexpr std::size_t kFirstSteps = 8;
constexpr std::size_t kEdges = 1000;
constexpr std::size_t kPaths = 32;
constexpr std::size_t kListed = 20'000;  // facts around its end that are listed; more are searched
constexpr std::size_t kSearch = 32;      // facts are listed in the time that one search takes

std::vector<StepGraph::Segment> listed(const StepGraph::Segments& segments) {
  std::vector<StepGraph::Segment> list;
  for (const StepGraph::Segment& segment : segments) list.push_back(segment);
  return list;
}

}  // namespace

std::vector<Proposal> PathSampler::propose(Step head, std::size_t length, std::size_t samples,
                                           Random& random) {
  found_.clear();
  const std::span<const EntityId> starts = graph_.starts(head);
  if (starts.empty()) return {};
  for (std::size_t i = 0; i < samples; ++i) {
    stop_if_asked();
    const EntityId start = starts[random.below(starts.size())];
    const std::span<const EntityId> ends = graph_.targets(start, head);
    const EntityId end = ends[random.below(ends.size())];
    if (start != end) find_paths(start, end, length, random);
  }
  std::ranges::sort(found_);
  std::vector<Proposal> proposals;
  for (const Body& body : found_) {
    if (proposals.empty() || proposals.back().body != body) proposals.push_back({body, 0});
    ++proposals.back().paths;
  }
  std::ranges::stable_sort(proposals, std::ranges::greater(), &Proposal::paths);
  return proposals;
}

void PathSampler::find_paths(EntityId start, EntityId end, std::size_t length, Random& random) {
  lasts_.clear();
  const std::size_t around_end = graph_.degree(end);
  const std::size_t looks = length == 2 ? std::min(graph_.degree(start), kEdges) : kEdges;
  is_listed_ = around_end <= kListed && around_end <= kSearch * looks;
  if (is_listed_) {
    for (const StepGraph::Segment& segment : graph_.segments(end)) {
      for (const EntityId from : graph_.targets(segment)) {
        lasts_.push_back({from, inverse(segment.step)});
      }
    }
    std::ranges::sort(lasts_);
  }
  if (length == 2) {
    close(start, end, {}, start, random);
    return;
  }
  // First steps are drawn among the distinct ones, so that a hub does not drown the others.
  const std::vector<StepGraph::Segment> segments = listed(graph_.segments(start));
  for (std::size_t i = 0; i < kFirstSteps; ++i) {
    const StepGraph::Segment& segment = segments[random.below(segments.size())];
    const EntityId inner = graph_.targets(segment)[random.below(segment.size())];
    if (inner != start && inner != end) close(start, end, {1, {segment.step}}, inner, random);
  }
}

// Calls visit(step) for the steps from an entity to the end at hand.
template <typename Visit>
void PathSampler::for_each_last(EntityId from, EntityId end, Visit visit) const {
  if (is_listed_) {
    auto last = std::ranges::lower_bound(lasts_, from, {}, &LastStep::from);
    for (; last != lasts_.end() && last->from == from; ++last) visit(last->step);
    return;
  }
  for (const StepGraph::Segment& segment : graph_.segments(from)) {
    if (std::ranges::binary_search(graph_.targets(segment), end)) visit(segment.step);
  }
}

// Adds the paths that go on from `from` by one step to a neighbour of the end, and then to the end.
void PathSampler::close(EntityId start, EntityId end, const Body& prefix, EntityId from,
                        Random& random) {
  const std::vector<StepGraph::Segment> segments = listed(graph_.segments(from));
  const std::size_t offset = random.below(segments.size());
  std::size_t edges = 0;
  std::size_t paths = 0;
  for (std::size_t i = 0; i < segments.size() && edges < kEdges && paths < kPaths; ++i) {
    const StepGraph::Segment& segment = segments[(offset + i) % segments.size()];
    for (const EntityId inner : graph_.targets(segment)) {
      if (++edges > kEdges || paths >= kPaths) break;
      if (inner == start || inner == end || inner == from) continue;
      for_each_last(inner, end, [&](Step last) {
        Body body = prefix;
        body.steps[body.length++] = segment.step;
        body.steps[body.length++] = last;
        found_.push_back(body);
        ++paths;
      });
    }
  }
}

}  // namespace gntp
