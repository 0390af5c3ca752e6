// Charts of measurements: grouped bars, and lines with markers and error bars, on linear or
// logarithmic axes. A figure is one chart or several below each other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp::bench {

enum class Scale { kLinear, kLog };

struct BarSeries {
  std::string name;
  std::vector<double> values;  // one a group; not a number: no bar
};

struct BarChart {
  std::string title;
  std::string value_title;
  Scale scale = Scale::kLog;
  std::vector<std::string> groups;
  std::vector<BarSeries> series;
};

struct LinePoint {
  double x = 0;
  double y = 0;
  double error = 0;  // half the height of the error bar
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;
};

struct LineChart {
  std::string title;
  std::string x_title;
  std::string y_title;
  Scale x_scale = Scale::kLinear;
  Scale y_scale = Scale::kLinear;
  std::vector<LineSeries> series;
};

// The charts as an SVG file. Values on logarithmic axes must be positive.
std::string draw_bars(std::span<const BarChart> charts, std::string_view description);
std::string draw_lines(std::span<const LineChart> charts, std::string_view description);

}  // namespace gntp::bench
