#include "kb/fact_weights.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/error.h"

namespace gntp {

FactWeights::FactWeights(std::vector<WeightedTriple> listed, std::size_t facts) {
  std::ranges::sort(listed, [](const WeightedTriple& a, const WeightedTriple& b) {
    return a.triple != b.triple ? a.triple < b.triple : a.weight > b.weight;
  });
  const auto same = [](const WeightedTriple& a, const WeightedTriple& b) {
    return a.triple == b.triple;
  };
  listed.erase(std::unique(listed.begin(), listed.end(), same), listed.end());
  const bool all_equal = std::ranges::all_of(
      listed, [&](const WeightedTriple& each) { return each.weight == listed.front().weight; });
  if (all_equal && (listed.size() == facts || listed.front().weight == 1)) return;

  double sum = static_cast<double>(facts - listed.size());
  for (const WeightedTriple& each : listed) sum += each.weight;
  assert(sum > 0);
  other_ = static_cast<double>(facts) / sum;
  std::vector<Triple> triples;
  std::vector<double> weights;
  triples.reserve(listed.size());
  weights.reserve(listed.size());
  for (const auto& [triple, weight] : listed) {
    triples.push_back(triple);
    weights.push_back(weight * other_);
  }
  listed_ = std::move(triples);
  weights_ = std::move(weights);
}

FactWeights::FactWeights(SharedArray<Triple> listed, SharedArray<double> weights, double other)
    : listed_(std::move(listed)), weights_(std::move(weights)), other_(other) {
  if (listed_.size() != weights_.size()) fail("the parts of weights do not go together");
}

double FactWeights::of(const Triple& fact) const {
  if (listed_.empty()) return 1;
  const auto* found = std::ranges::lower_bound(listed_, fact);
  if (found == listed_.end() || *found != fact) return other_;
  return weights_[static_cast<std::size_t>(found - listed_.begin())];
}

}  // namespace gntp
