// A few lines over epochs, as a picture.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct ChartLine {
  std::string name;  // for the legend; empty: none
  std::vector<double> x;
  std::vector<double> y;  // as many, finite
};

struct LineChart {
  std::string title;
  std::string x_title;
  std::vector<ChartLine> lines;
  std::optional<double> marked = {};  // an x with a line of its own
  std::string mark;                   // what stands beside it
};

// Further lines are not drawn.
inline constexpr std::size_t kMostLines = 6;

// Of lines with very many points, an even choice with the first and the last. Requires: a line with
// a point.
std::string to_svg(const LineChart& chart);

}  // namespace gntp
