#include "kb/fact_weights.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gntp {

FactWeights::FactWeights(std::vector<WeightedTriple> listed, std::size_t facts)
    : listed_(std::move(listed)) {
  std::ranges::sort(listed_, [](const WeightedTriple& a, const WeightedTriple& b) {
    return a.triple != b.triple ? a.triple < b.triple : a.weight > b.weight;
  });
  const auto same = [](const WeightedTriple& a, const WeightedTriple& b) {
    return a.triple == b.triple;
  };
  listed_.erase(std::unique(listed_.begin(), listed_.end(), same), listed_.end());
  const bool all_equal = std::ranges::all_of(
      listed_, [&](const WeightedTriple& each) { return each.weight == listed_.front().weight; });
  if (all_equal && (listed_.size() == facts || listed_.front().weight == 1)) listed_.clear();
  if (listed_.empty()) return;

  double sum = static_cast<double>(facts - listed_.size());
  for (const WeightedTriple& each : listed_) sum += each.weight;
  assert(sum > 0);
  other_ = static_cast<double>(facts) / sum;
  for (WeightedTriple& each : listed_) each.weight *= other_;
}

double FactWeights::of(const Triple& fact) const {
  if (listed_.empty()) return 1;
  const auto found = std::ranges::lower_bound(listed_, fact, {}, &WeightedTriple::triple);
  return found != listed_.end() && found->triple == fact ? found->weight : other_;
}

}  // namespace gntp
