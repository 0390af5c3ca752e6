#include "index/step_graph.h"

#include <algorithm>
#include <utility>

namespace gntp {
namespace {

using StepTo = std::pair<Step, EntityId>;

Grouped<StepTo> steps_by_entity(std::span<const Triple> triples, std::size_t entities,
                                StepGraph::Loops loops) {
  const auto for_each = [&](auto visit) {
    for (const Triple& triple : triples) {
      if (triple.head == triple.tail && loops == StepGraph::Loops::kLeftOut) continue;
      visit(triple.head, {forwards(triple.relation), triple.tail});
      visit(triple.tail, {backwards(triple.relation), triple.head});
    }
  };
  return {entities, for_each};
}

}  // namespace

StepGraph::StepGraph(std::span<const Triple> triples, std::size_t entities, std::size_t relations,
                     Loops loops) {
  Grouped<StepTo> around = steps_by_entity(triples, entities, loops);
  first_segment_.reserve(entities + 1);
  targets_.reserve(around.size());
  for (EntityId entity{0}; entity < entities; ++entity) {
    first_segment_.push_back(segments_.size());
    std::ranges::sort(around.group(entity));
    for (const auto& [step, to] : around[entity]) {
      const bool is_new =
          segments_.size() == first_segment_[entity] || segments_.back().step != step;
      if (is_new) segments_.push_back({step, 0, targets_.size()});
      ++segments_.back().count;
      targets_.push_back(to);
    }
  }
  first_segment_.push_back(segments_.size());
  starts_ = Grouped<EntityId>(2 * relations, [&](auto visit) {
    for (EntityId entity{0}; entity < entities; ++entity) {
      for (const Segment& segment : segments(entity)) visit(segment.step, entity);
    }
  });
}

const StepGraph::Segment* StepGraph::find(EntityId entity, Step step) const {
  const std::span<const Segment> all = segments(entity);
  const auto found = std::ranges::lower_bound(all, step, {}, &Segment::step);
  return found == all.end() || found->step != step ? nullptr : &*found;
}

std::span<const EntityId> StepGraph::targets(EntityId entity, Step step) const {
  const Segment* segment = find(entity, step);
  return segment == nullptr ? std::span<const EntityId>() : targets(*segment);
}

std::size_t StepGraph::degree(EntityId entity) const {
  const std::span<const Segment> all = segments(entity);
  return all.empty() ? 0 : all.back().begin + all.back().size() - all.front().begin;
}

}  // namespace gntp
