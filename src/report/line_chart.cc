#include "report/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/svg.h"

namespace gntp {
namespace {

// In pixels.
constexpr double kWidth = 460;
constexpr double kHeight = 280;
constexpr double kLeft = 58;
constexpr double kRight = 18;
constexpr double kTop = 40;
constexpr double kBottom = 46;
constexpr double kDot = 3;

constexpr std::size_t kMostPoints = 240;
constexpr std::size_t kFewPoints = 40;  // then each has a dot

constexpr std::array<std::string_view, kMostLines> kColors{"#0072b2", "#d55e00", "#009e73",
                                                           "#cc79a7", "#e69f00", "#56b4e9"};

// From one round number to another.
class Scale {
 public:
  Scale(double least, double most, double from, double to) : from_(from), to_(to) {
    if (most <= least) {
      const double half = least == 0 ? 0.5 : std::abs(least) / 2;
      least -= half;
      most += half;
    }
    constexpr double kSteps = 5;
    const double rough = (most - least) / kSteps;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    step_ = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
    least_ = std::floor(least / step_ + 1e-9) * step_;
    most_ = std::ceil(most / step_ - 1e-9) * step_;
  }

  double place(double value) const {
    return from_ + (to_ - from_) * (value - least_) / (most_ - least_);
  }
  std::vector<double> ticks() const {
    std::vector<double> all;
    const auto count = static_cast<int>(std::lround((most_ - least_) / step_));
    for (int i = 0; i <= count; ++i) {
      const double tick = least_ + i * step_;
      all.push_back(std::abs(tick) < step_ * 1e-9 ? 0 : tick);
    }
    return all;
  }

 private:
  double from_;
  double to_;
  double least_ = 0;
  double most_ = 0;
  double step_ = 0;
};

std::vector<std::size_t> chosen_points(std::size_t count) {
  std::vector<std::size_t> chosen;
  const std::size_t wanted = std::min(count, kMostPoints);
  for (std::size_t i = 0; i < wanted; ++i) {
    chosen.push_back(wanted == 1 ? 0 : i * (count - 1) / (wanted - 1));
  }
  return chosen;
}

std::string curve(const ChartLine& line, const Scale& x, const Scale& y, std::string_view color) {
  const std::vector<std::size_t> points = chosen_points(line.x.size());
  std::string path;
  std::string dots;
  for (const std::size_t i : points) {
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x.place(line.x[i]),
                        y.place(line.y[i]));
    if (points.size() <= kFewPoints) {
      dots += svg_circle(x.place(line.x[i]), y.place(line.y[i]), kDot,
                         fmt::format("fill=\"{}\"", color));
    }
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>\n",
                     path, color) +
         dots;
}

}  // namespace

std::string to_svg(const LineChart& chart) {
  double least_x = std::numeric_limits<double>::max();
  double most_x = std::numeric_limits<double>::lowest();
  double least_y = least_x;
  double most_y = most_x;
  const std::size_t lines = std::min(chart.lines.size(), kMostLines);
  for (std::size_t i = 0; i < lines; ++i) {
    for (const double value : chart.lines[i].x) {
      least_x = std::min(least_x, value);
      most_x = std::max(most_x, value);
    }
    for (const double value : chart.lines[i].y) {
      least_y = std::min(least_y, value);
      most_y = std::max(most_y, value);
    }
  }
  if (chart.marked) least_x = std::min(least_x, *chart.marked);
  const double bottom = kHeight - kBottom;
  const Scale x(least_x, most_x, kLeft, kWidth - kRight);
  const Scale y(least_y, most_y, bottom, kTop);
  std::string text = svg_start(kWidth, kHeight);
  text += svg_label(kLeft, 20, "start", chart.title, "font-size=\"13\" font-weight=\"600\"");
  for (const double tick : y.ticks()) {
    text += svg_line(kLeft, y.place(tick), kWidth - kRight, y.place(tick), "stroke=\"#dddddd\"");
    text += svg_label(kLeft - 8, y.place(tick) + 4, "end", fmt::format("{:.4g}", tick));
  }
  for (const double tick : x.ticks()) {
    if (tick != std::round(tick)) continue;  // there is no half epoch
    text += svg_label(x.place(tick), bottom + 18, "middle", fmt::format("{:.0f}", tick));
  }
  text += svg_line(kLeft, bottom, kWidth - kRight, bottom, "stroke=\"#888888\"");
  text += svg_label((kLeft + kWidth - kRight) / 2, bottom + 36, "middle", chart.x_title);
  if (chart.marked) {
    const double at = x.place(*chart.marked);
    text += svg_line(at, kTop, at, bottom, "stroke=\"#888888\" stroke-dasharray=\"4 4\"");
    const bool beside_left = at > kWidth * 0.7;
    text += svg_label(beside_left ? at - 5 : at + 5, kTop - 4, beside_left ? "end" : "start",
                      chart.mark);
  }
  for (std::size_t i = 0; i < lines; ++i) {
    text += curve(chart.lines[i], x, y, kColors[i]);
    if (chart.lines[i].name.empty()) continue;
    const double at = kTop + 16 + 16 * static_cast<double>(i);
    text +=
        svg_circle(kWidth - kRight - 84, at - 4, kDot + 1, fmt::format("fill=\"{}\"", kColors[i]));
    text += svg_label(kWidth - kRight - 74, at, "start", chart.lines[i].name);
  }
  return text + "</svg>\n";
}

}  // namespace gntp
