#include "report/reliability_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/svg.h"

namespace gntp {
namespace {

// In pixels.
constexpr double kPanel = 300;  // the square of one side
constexpr double kLeft = 60;
constexpr double kTop = 56;
constexpr double kBetween = 70;
constexpr double kBottom = 52;
constexpr double kRight = 24;
constexpr double kTitle = 600;  // what the title needs
constexpr int kTicks = 5;
constexpr double kDot = 3.5;  // radius

constexpr std::array<std::string_view, 2> kColors{"#0072b2", "#d55e00"};  // of halves

struct Panel {
  double left;

  double x(double probability) const { return left + kPanel * probability; }
  static double y(double share) { return kTop + kPanel * (1 - share); }
};

std::string filled(std::string_view color) {
  return fmt::format("fill=\"{}\"", color);
}

std::string axes(const Panel& panel) {
  std::string text;
  for (int i = 0; i <= kTicks; ++i) {
    const double share = static_cast<double>(i) / kTicks;
    const std::string number = fmt::format("{:.1f}", share);
    text += svg_line(panel.x(share), kTop, panel.x(share), Panel::y(0), "stroke=\"#dddddd\"");
    text +=
        svg_line(panel.left, Panel::y(share), panel.x(1), Panel::y(share), "stroke=\"#dddddd\"");
    text += svg_label(panel.x(share), Panel::y(0) + 18, "middle", number);
    text += svg_label(panel.left - 8, Panel::y(share) + 4, "end", number);
  }
  text += svg_line(panel.left, Panel::y(0), panel.x(1), Panel::y(1),
                   "stroke=\"#888888\" stroke-dasharray=\"5 4\"");
  text += svg_label(panel.x(0.5), Panel::y(0) + 38, "middle", "probability");
  const double middle = Panel::y(0.5);
  const double beside = panel.left - 40;
  text += fmt::format(
      "<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"middle\" transform=\"rotate(-90 {0:.1f} "
      "{1:.1f})\">share of true answers</text>\n",
      beside, middle);
  return text;
}

// Two standard deviations of the share of so many, if the probability holds.
std::string bar(const Panel& panel, const CalibrationBin& bin, std::string_view color) {
  const double spread =
      2 * std::sqrt(bin.probability * (1 - bin.probability) / std::max(bin.answers, 1.0));
  const double low = std::max(bin.correct - spread, 0.0);
  const double high = std::min(bin.correct + spread, 1.0);
  return svg_line(panel.x(bin.probability), Panel::y(low), panel.x(bin.probability), Panel::y(high),
                  fmt::format("stroke=\"{}\" stroke-opacity=\"0.5\"", color));
}

std::string curve(const Panel& panel, const CalibrationQuality& quality, std::string_view color) {
  std::string text;
  std::string points;
  for (const CalibrationBin& bin : quality.bins) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", panel.x(bin.probability),
                          Panel::y(bin.correct));
    text += bar(panel, bin, color);
  }
  text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\"/>\n", points, color);
  for (const CalibrationBin& bin : quality.bins) {
    text += svg_circle(panel.x(bin.probability), Panel::y(bin.correct), kDot, filled(color));
  }
  return text;
}

std::string legend(const Panel& panel, const CalibrationQuality& quality, std::size_t place) {
  const double y = kTop + 18 + 18 * static_cast<double>(place);
  return svg_circle(panel.left + 14, y - 4, kDot, filled(kColors[place])) +
         svg_label(panel.left + 24, y, "start",
                   fmt::format("{}: error {:.4f}", name_of(quality), quality.error));
}

std::string draw(const Panel& panel, const std::vector<const CalibrationQuality*>& curves) {
  std::string text = axes(panel);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += curve(panel, *curves[i], kColors[i]);
    text += legend(panel, *curves[i], i);
  }
  return text;
}

}  // namespace

std::string name_of(const CalibrationQuality& quality) {
  std::string name = quality.side == CalibrationQuality::Side::kHead ? "head" : "tail";
  if (quality.half > 0) name += fmt::format(", half {}", quality.half);
  return name;
}

std::string reliability_diagram(const Evaluation& evaluation) {
  std::vector<std::vector<const CalibrationQuality*>> panels;
  for (const auto side : {CalibrationQuality::Side::kHead, CalibrationQuality::Side::kTail}) {
    std::vector<const CalibrationQuality*> curves;
    for (const CalibrationQuality& quality : evaluation.calibration) {
      if (quality.side == side && curves.size() < kColors.size()) curves.push_back(&quality);
    }
    if (!curves.empty()) panels.push_back(std::move(curves));
  }
  const auto count = static_cast<double>(panels.size());
  const double width = std::max(kLeft + count * kPanel + (count - 1) * kBetween + kRight, kTitle);
  const double height = kTop + kPanel + kBottom;
  std::string text = svg_start(width, height);
  text +=
      svg_label(kLeft, 24, "start",
                fmt::format("Do probabilities hold? The ten best new answers to each question of "
                            "{}, in ten bins",
                            evaluation.split));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    text += draw({kLeft + static_cast<double>(i) * (kPanel + kBetween)}, panels[i]);
  }
  return text + "</svg>\n";
}

}  // namespace gntp
