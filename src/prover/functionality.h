// How functional relations are: whoever has one mother has no other, but may have many friends; and
// whoever is somebody's mother is not her sister, but may be her friend. Counted over the facts of
// a relation when it is first asked about, once for each direction and once for pairs of entities;
// of very many facts over some (start_sample.h). Safe from several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "kb/step_graph.h"
#include "prover/start_sample.h"

namespace gntp {

class Functionality {
 public:
  // Keeps the graph. Patterns of text, the last relations, say nothing about pairs: they repeat
  // what is known.
  Functionality(const StepGraph& graph, std::size_t first_pattern, const StartSample& sample = {});

  // Of the facts that a step follows: the odds that it leads from the same entity to another one,
  // too; at most 1, and 1 for a relation without facts.
  double odds(Step step) const;
  // Of the facts of a relation: the odds that there is a fact of another relation with the same
  // head and tail; at most 1.
  double pair_odds(RelationId relation) const;

 private:
  // Numbers that are found when they are first wanted; kUnknown until then. Two threads may find
  // the same one.
  static constexpr double kUnknown = -1;
  using Memo = std::unique_ptr<std::atomic<double>[]>;
  static Memo unknown(std::size_t count);

  double count_step(Step step) const;
  double count_pairs(RelationId relation) const;

  StepGraph graph_;
  std::size_t first_pattern_;
  StartSample sample_;
  Memo odds_;       // by step
  Memo pair_odds_;  // by relation
};

}  // namespace gntp
