// Whether probabilities keep their word: of the answers that are given one of about p, a share of
// about p should be true.
#pragma once

#include <cstddef>
#include <vector>

namespace gntp {

struct Forecast {
  double probability;
  bool correct;
};

inline constexpr std::size_t kReliabilityBins = 10;

// Forecasts of neighbouring probabilities.
struct ReliabilityBin {
  double mass;         // how many forecasts; a part of one may belong to the next bin
  double probability;  // their means
  double correct;
};

struct Reliability {
  std::vector<ReliabilityBin> bins;  // of equal mass, the least probable first; none: no forecasts
  double error = 0;                  // the mean over the bins of how far the two means are apart
};

// Equal probabilities that fall into several bins are shared out to them in proportion, so that
// the order of the forecasts changes nothing.
Reliability reliability_of(std::vector<Forecast> forecasts);

}  // namespace gntp
