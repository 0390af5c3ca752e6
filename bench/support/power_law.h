// How something grows with something else: y = factor * x^exponent.
#pragma once

#include <vector>

namespace gntp::bench {

// The exponent, by least squares of the logarithms. Requires: as many x as y, all above zero, and
// two different x.
double growth_exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace gntp::bench
