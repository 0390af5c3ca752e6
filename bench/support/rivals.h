// The two ways of proving that the structured search replaces, to be measured beside it.
#pragma once

#include <vector>

#include "base/matrix.h"
#include "prover/prover.h"

namespace gntp::bench {

// Plain NTP: every goal is unified with every fact and every rule head, nothing is dropped. It
// reads the same distance tables as the prover, so that only the search is compared. Returns the
// best distance. Depth 1, per-term unification, t-norm min.
float prove_exhaustively(const Reasoner& reasoner, const Goal& goal);

// Facts as concatenated vectors (relation, head, tail), scanned whole for each goal: what a flat
// exact nearest-neighbour index does.
class FlatFacts {
 public:
  FlatFacts(const KnowledgeBase& kb, const Model& model);
  // The fact with the smallest Euclidean distance to the goal's concatenation.
  // The place of the nearest among the facts.
  std::size_t nearest(const Model& model, const Goal& goal);

 private:
  Matrix vectors_;  // (facts, 3 * dim)
  std::vector<float> query_;
  std::vector<float> distances_;
};

}  // namespace gntp::bench
