// The walk that goes with PathTables: from the known entity over its neighbours, up to three steps,
// and over the neighbours of where it arrives. Every entity in between is kept with its smallest
// distance only, so hubs and soft matches do not multiply.
//
// Its own memory, O(entities): each thread has one.
#pragma once

#include <vector>

#include "index/step_graph.h"
#include "prover/path_tables.h"
#include "prover/sparse_minimum.h"

namespace gntp {

class PathSearch {
 public:
  // Keeps references.
  PathSearch(const Reasoner& reasoner, const StepGraph& graph);

  // Offers every answer up to `limit`, itself included. With soft entities all within the radius
  // stand for each other; as symbols each stands only for itself, which gives some of the proofs in
  // a fraction of the time. Requires: the limit is at most the radius.
  void run(const PathTables& tables, Id known, float limit, SymbolKind entities,
           SparseMinimum& answers);

 private:
  struct Arrival {
    Step step;  // by which the walk came
    Id entity;
    float distance;
  };

  // Calls visit(step, where it leads) for each step from the entity.
  template <typename Visit>
  void for_each_segment(Id entity, Visit visit) const {
    for (const StepGraph::Segment& segment : graph_.segments(entity)) {
      visit(segment.step, graph_.targets(segment));
    }
  }
  void first_steps(const PathTables& tables, std::span<const Neighbour> from, float limit);
  void second_steps(const PathTables& tables, float limit, SymbolKind entities);
  void third_steps(const PathTables& tables, Step first, float limit, SymbolKind entities);
  const SparseMinimum& starts_of(float limit, SymbolKind entities);
  void spread(const SparseMinimum& from, float limit, SparseMinimum& to) const;
  void gather(const SparseMinimum& from, float limit, SparseMinimum& to) const;

  const Reasoner& reasoner_;
  const StepGraph& graph_;
  std::vector<Arrival> arrivals_;                  // after one step of two or three
  std::vector<std::vector<Candidate>> after_two_;  // by second step, after two of three
  SparseMinimum middles_;  // where arrivals by the same step are, then their neighbours
  SparseMinimum near_middles_;
  SparseMinimum ends_;  // the facts' symbols that stand for the answer
};

}  // namespace gntp
