#include "support/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/svg.h"

namespace gntp::bench {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 320;  // of one chart
constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 58;
constexpr double kBottom = 52;
constexpr std::string_view kGrid = "#d8d8d8";
constexpr std::string_view kInk = "#222222";
// Told apart by people who see colours differently, and in grey.
constexpr std::array<std::string_view, 6> kColors{"#0072b2", "#e69f00", "#009e73",
                                                  "#cc79a7", "#56b4e9", "#7f3b08"};

std::string_view color_of(std::size_t series) {
  return kColors[series % kColors.size()];
}

// 1500 -> 1,500; 1.2e7 -> 1.2e7; 0.25 -> 0.25.
std::string number_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) {
    const int exponent = static_cast<int>(std::floor(std::log10(size)));
    return fmt::format("{:.2g}e{}", value / std::pow(10, exponent), exponent);
  }
  if (size >= 1000) {
    const auto whole = static_cast<long long>(std::llround(value));
    return fmt::format("{},{:03}", whole / 1000, std::abs(whole % 1000));
  }
  return fmt::format("{:.3g}", value);
}

// What fits over a bar: 157k, 1.2M, 36.
std::string short_text(double value) {
  if (value >= 9.95e5) return fmt::format("{:.2g}M", value / 1e6);
  if (value >= 995) return fmt::format("{:.{}f}k", value / 1e3, value < 9950 ? 1 : 0);
  return value < 9.95 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

// From values to pixels.
class Axis {
 public:
  // Covers the values, rounded to decades on a logarithmic scale.
  Axis(Scale scale, double lowest, double highest, double first_pixel, double last_pixel)
      : scale_(scale), first_(first_pixel), last_(last_pixel) {
    if (scale == Scale::kLog) {
      from_ = std::floor(std::log10(lowest));
      to_ = std::max(std::ceil(std::log10(highest)), from_ + 1);
    } else {
      const double room = highest > lowest ? (highest - lowest) * 0.05 : 1;
      from_ = lowest - room;
      to_ = highest + room;
    }
  }

  double pixel(double value) const {
    const double place = scale_ == Scale::kLog ? std::log10(value) : value;
    return first_ + (last_ - first_) * (place - from_) / (to_ - from_);
  }
  double start() const { return first_; }

  std::vector<double> ticks() const {
    std::vector<double> values;
    if (scale_ == Scale::kLog) {
      for (double place = from_; place <= to_; ++place) values.push_back(std::pow(10, place));
      return values;
    }
    // Steps of 1, 2 or 5 times a power of ten, about five of them.
    const double rough = (to_ - from_) / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough < 2 * power ? 1 : rough < 5 * power ? 2 : 5);
    for (double value = std::ceil(from_ / step) * step; value <= to_; value += step) {
      values.push_back(std::abs(value) < step / 2 ? 0 : value);
    }
    return values;
  }

 private:
  Scale scale_;
  double first_;
  double last_;
  double from_ = 0;
  double to_ = 1;
};

double bottom_of(double top) {
  return top + kHeight - kBottom;
}

void draw_title(Svg& svg, double top, std::string_view title,
                const std::vector<std::string>& names) {
  svg.bold_text({kLeft, top + 24}, title, 15);
  double x = kLeft;
  for (std::size_t i = 0; i < names.size(); ++i) {
    svg.rectangle({x, top + 34}, 12, 12, color_of(i), names[i]);
    svg.text({x + 17, top + 44}, names[i], Anchor::kStart);
    x += 36 + 6.6 * static_cast<double>(names[i].size());
  }
}

void draw_value_axis(Svg& svg, double top, const Axis& axis, std::string_view title) {
  for (const double tick : axis.ticks()) {
    const double y = axis.pixel(tick);
    svg.line({kLeft, y}, {kWidth - kRight, y}, kGrid);
    svg.text({kLeft - 8, y + 4}, number_text(tick), Anchor::kEnd, 11);
  }
  svg.line({kLeft, top + kTop}, {kLeft, bottom_of(top)}, kInk);
  svg.line({kLeft, bottom_of(top)}, {kWidth - kRight, bottom_of(top)}, kInk);
  svg.vertical_text({18, (top + kTop + bottom_of(top)) / 2}, title);
}

void draw(const BarChart& chart, double top, Svg& svg) {
  double lowest = 1;  // equal performance is always in sight
  double highest = 1;
  for (const BarSeries& series : chart.series) {
    for (const double value : series.values) {
      if (!std::isfinite(value)) continue;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
  }
  const Axis axis(chart.scale, lowest, highest, bottom_of(top), top + kTop);
  std::vector<std::string> names;
  for (const BarSeries& series : chart.series) names.push_back(series.name);
  draw_title(svg, top, chart.title, names);
  draw_value_axis(svg, top, axis, chart.value_title);

  const double group_width = (kWidth - kLeft - kRight) / static_cast<double>(chart.groups.size());
  const double bar_width = 0.8 * group_width / static_cast<double>(chart.series.size());
  for (std::size_t group = 0; group < chart.groups.size(); ++group) {
    const double start = kLeft + (static_cast<double>(group) + 0.1) * group_width;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      const double value = chart.series[i].values[group];
      if (!std::isfinite(value)) continue;
      const double x = start + static_cast<double>(i) * bar_width;
      const double y = axis.pixel(value);
      svg.rectangle(
          {x + 1, y}, bar_width - 2, axis.start() - y, color_of(i),
          fmt::format("{}, {}: {}", chart.groups[group], chart.series[i].name, number_text(value)));
      svg.text({x + bar_width / 2, y - 4}, short_text(value), Anchor::kMiddle, 9);
    }
    svg.text({start + 0.4 * group_width, bottom_of(top) + 18}, chart.groups[group],
             Anchor::kMiddle);
  }
  const double equal = axis.pixel(1);
  svg.dashed_line({kLeft, equal}, {kWidth - kRight, equal}, kInk);
}

struct Range {
  double lowest = INFINITY;
  double highest = -INFINITY;
  void add(double value) {
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
};

void draw_series(Svg& svg, const LineSeries& series, std::size_t number, const Axis& x_axis,
                 const Axis& y_axis, double lowest) {
  std::vector<Point> points;
  for (const LinePoint& point : series.points) {
    points.push_back({x_axis.pixel(point.x), y_axis.pixel(point.y)});
  }
  svg.polyline(points, color_of(number));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const LinePoint& point = series.points[i];
    if (point.error > 0) {
      const double x = points[i].x;
      const double low = y_axis.pixel(std::max(point.y - point.error, lowest));
      const double high = y_axis.pixel(point.y + point.error);
      svg.line({x, low}, {x, high}, color_of(number));
      svg.line({x - 4, low}, {x + 4, low}, color_of(number));
      svg.line({x - 4, high}, {x + 4, high}, color_of(number));
    }
    svg.circle(points[i], 4, color_of(number),
               fmt::format("{}: {}, {}", series.name, number_text(point.x), number_text(point.y)));
  }
}

void draw(const LineChart& chart, double top, Svg& svg) {
  Range xs;
  Range ys;
  std::vector<std::string> names;
  for (const LineSeries& series : chart.series) {
    names.push_back(series.name);
    for (const LinePoint& point : series.points) {
      xs.add(point.x);
      ys.add(point.y + point.error);
      // An error bar that reaches zero would have no end on a logarithmic axis.
      const double low = point.y - point.error;
      ys.add(chart.y_scale == Scale::kLog && low <= 0 ? point.y : low);
    }
  }
  const Axis x_axis(chart.x_scale, xs.lowest, xs.highest, kLeft, kWidth - kRight);
  const Axis y_axis(chart.y_scale, ys.lowest, ys.highest, bottom_of(top), top + kTop);
  draw_title(svg, top, chart.title, names);
  draw_value_axis(svg, top, y_axis, chart.y_title);
  for (const double tick : x_axis.ticks()) {
    const double x = x_axis.pixel(tick);
    svg.line({x, bottom_of(top)}, {x, bottom_of(top) + 4}, kInk);
    svg.text({x, bottom_of(top) + 18}, number_text(tick), Anchor::kMiddle, 11);
  }
  svg.text({(kLeft + kWidth - kRight) / 2, bottom_of(top) + 38}, chart.x_title, Anchor::kMiddle);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    draw_series(svg, chart.series[i], i, x_axis, y_axis, ys.lowest);
  }
}

template <typename Chart>
std::string draw_all(std::span<const Chart> charts, std::string_view description) {
  Svg svg(kWidth, kHeight * static_cast<double>(charts.size()), description);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    draw(charts[i], kHeight * static_cast<double>(i), svg);
  }
  return svg.finish();
}

}  // namespace

std::string draw_bars(std::span<const BarChart> charts, std::string_view description) {
  return draw_all(charts, description);
}

std::string draw_lines(std::span<const LineChart> charts, std::string_view description) {
  return draw_all(charts, description);
}

}  // namespace gntp::bench
