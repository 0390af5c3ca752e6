// How functional relations are: whoever has one mother has no other, but may have many friends; and
// whoever is somebody's mother is not her sister, but may be her friend. Counted over the facts,
// once for each direction and once for pairs of entities.
#pragma once

#include <vector>

#include "kb/step_graph.h"

namespace gntp {

class Functionality {
 public:
  // Patterns of text, the last relations, say nothing about pairs: they repeat what is known.
  Functionality(const StepGraph& graph, std::size_t first_pattern);

  // Of the facts that a step follows: the odds that it leads from the same entity to another one,
  // too; at most 1, and 1 for a relation without facts.
  double odds(Step step) const { return odds_[step]; }
  // Of the facts of a relation: the odds that there is a fact of another relation with the same
  // head and tail; at most 1.
  double pair_odds(RelationId relation) const { return pair_odds_[relation]; }

 private:
  void count_steps(const StepGraph& graph);
  void count_pairs(const StepGraph& graph, std::size_t first_pattern);

  std::vector<double> odds_;       // by step
  std::vector<double> pair_odds_;  // by relation
};

}  // namespace gntp
