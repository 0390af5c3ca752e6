// Isotonic regression: the numbers that never fall as their places rise and are nearest to what was
// observed, by weighted squares. Found by pooling adjacent violators.
#pragma once

#include <vector>

namespace gntp {

struct Observation {
  double place;
  double value;
  double weight;  // above 0
};

// A value that holds from a place on, up to the next one's.
struct IsotonicStep {
  double from;
  double value;
};

// By place; each value is above the one before. Requires: no place is NaN.
std::vector<IsotonicStep> isotonic(std::vector<Observation> observations);

}  // namespace gntp
