#include "mine/heads_around.h"

namespace gntp {
namespace {

constexpr std::size_t kListed = std::size_t{1} << 16U;  // facts of a start; more are searched

}  // namespace

HeadsAround::HeadsAround(const StepGraph& graph, const LooplessStarts& starts)
    : graph_(graph), starts_(starts), first_(graph.entities()) {}

void HeadsAround::look_at(EntityId start) {
  start_ = start;
  relations_.clear();
  first_.clear();
  heads_.assign(1, {});
  is_listed_ = graph_.degree(start) <= kListed;
  for (const StepGraph::Segment& segment : graph_.segments(start)) {
    if (!starts_.is_head_step(segment.step)) continue;
    const RelationId relation = relation_of(segment.step);
    const std::span<const EntityId> ends = graph_.targets(segment);
    if (!lead_away(ends, start)) continue;
    relations_.push_back(relation);
    if (!is_listed_) continue;
    for (const EntityId end : ends) {
      if (end == start) continue;
      const auto [first, is_new] = first_.insert(end);
      heads_.push_back({end, relation, is_new ? 0U : *first});
      *first = static_cast<std::uint32_t>(heads_.size() - 1);
    }
  }
}

}  // namespace gntp
