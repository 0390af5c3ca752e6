// How much facts weigh, where their file says so: in the loss of a link predictor a fact of weight
// 2 counts as two facts. Weights are relative: their mean is 1.
#pragma once

#include <cstddef>
#include <vector>

#include "base/shared_array.h"
#include "kb/triple.h"

namespace gntp {

struct WeightedTriple {
  Triple triple;
  double weight;
};

class FactWeights {
 public:
  // All facts weigh the same.
  FactWeights() = default;
  // Of `facts` facts, those that are not listed weigh 1; one that is listed twice has the greater
  // weight. Requires: no weight is negative, and not all are 0.
  FactWeights(std::vector<WeightedTriple> listed, std::size_t facts);

  // Listed facts, sorted and distinct, with their weights, which are relative already. Throws Error
  // where there are more of ones than of the others.
  FactWeights(SharedArray<Triple> listed, SharedArray<double> weights, double other);

  bool differ() const { return !listed_.empty(); }
  double of(const Triple& fact) const;

  const SharedArray<Triple>& listed() const { return listed_; }
  const SharedArray<double>& weights() const { return weights_; }
  double other() const { return other_; }

 private:
  SharedArray<Triple> listed_;   // sorted, distinct
  SharedArray<double> weights_;  // of each
  double other_ = 1;             // what a fact weighs that is not listed
};

inline const FactWeights kEqualWeights;

}  // namespace gntp
