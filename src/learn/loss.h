// Cross-entropy on the best proof (the paper's loss), as a function of the proof's distance d:
//   a positive costs -log(s) = slope * d, a negative -log(1 - s), with s = exp(-slope * d).
#pragma once

namespace gntp {

struct Loss {
  double value = 0;
  double by_distance = 0;  // d value / d distance
  double by_slope = 0;     // d value / d slope
};

Loss positive_loss(double distance, double slope);
Loss negative_loss(double distance, double slope);

}  // namespace gntp
