// A question to a link predictor: which entities does this step lead to from this one?
#pragma once

#include <vector>

#include "kb/step_graph.h"

namespace gntp {

struct PredictorQuery {
  EntityId entity;
  Step step;
};

// The questions that have an answer in the graph, by entity and step.
inline std::vector<PredictorQuery> questions_of(const StepGraph& graph) {
  std::vector<PredictorQuery> questions;
  questions.reserve(graph.segment_count());
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      questions.push_back({entity, segment.step});
    }
  }
  return questions;
}

}  // namespace gntp
