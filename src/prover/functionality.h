// How functional relations are: whoever has one mother has no other, but may have many friends.
// Counted over the facts, once for each direction.
#pragma once

#include <vector>

#include "index/fact_index.h"
#include "index/step_graph.h"

namespace gntp {

class Functionality {
 public:
  Functionality(const FactIndex& facts, std::size_t relations);

  // Of the facts that a step follows: the odds that it leads from the same entity to another one,
  // too; at most 1, and 1 for a relation without facts.
  double odds(Step step) const { return odds_[step]; }

 private:
  std::vector<double> odds_;
};

}  // namespace gntp
