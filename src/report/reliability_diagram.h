// How well probabilities hold, as a picture.
#pragma once

#include <gntp/evaluation.h>

#include <string>

namespace gntp {

// "head", or "head, half 1".
std::string name_of(const CalibrationQuality& quality);

// An SVG file: for each side the share of true answers by probability, a point a bin. On the
// diagonal the two are equal. A bar is as long as chance alone may take a point from it: two
// standard deviations either way. Requires: the evaluation has a calibration.
std::string reliability_diagram(const Evaluation& evaluation);

}  // namespace gntp
