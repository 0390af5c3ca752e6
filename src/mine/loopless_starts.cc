#include "mine/loopless_starts.h"

#include "base/stop.h"

namespace gntp {

LooplessStarts::LooplessStarts(const StepGraph& graph) : counts_(graph.steps()) {
  for (Step step = 0; step < graph.steps(); ++step) counts_[step] = graph.starts(step).size();
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    stop_if_asked();
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      if (!lead_away(graph.targets(segment), entity)) --counts_[segment.step];
    }
  }
  is_head_.resize(graph.steps());
  for (RelationId relation{0}; relation < graph.relations(); ++relation) {
    const Step step = forwards(relation);
    is_head_[counts_[step] >= counts_[inverse(step)] ? step : inverse(step)] = 1;
  }
}

}  // namespace gntp
