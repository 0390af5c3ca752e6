// The figure of a comparison: one row a model, MRR as bars, time as dots on a logarithmic scale.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/svg.h"
#include "compare/report.h"
#include "compare/report_table.h"
#include "compare/summary.h"

namespace gntp {
namespace {

// In pixels.
constexpr double kRow = 34;
constexpr double kTop = 76;
constexpr double kBottom = 58;
constexpr double kNames = 140;
constexpr double kBars = 300;
constexpr double kBetween = 56;
constexpr double kTimes = 360;
constexpr double kRight = 70;
constexpr double kBarHeight = 18;
constexpr double kLeastBetweenTicks = 36;
constexpr double kTimesLeft = kNames + kBars + kBetween;

constexpr std::string_view kBarColor = "#0072b2";
constexpr std::string_view kTimeColor = "#d55e00";

// Keeps numbers readable on the lines behind them.
constexpr std::string_view kHalo =
    "stroke=\"#ffffff\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"";

struct Tick {
  double seconds;
  std::string_view name;
};
constexpr std::array<Tick, 15> kTicks{{{1e-3, "1 ms"},
                                       {1e-2, "10 ms"},
                                       {0.1, "0.1 s"},
                                       {1, "1 s"},
                                       {10, "10 s"},
                                       {60, "1 min"},
                                       {3600, "1 h"},
                                       {86400, "1 day"},
                                       {2592000, "30 days"},
                                       {3.156e7, "1 year"},
                                       {3.156e8, "10 years"},
                                       {3.156e9, "100 years"},
                                       {3.156e10, "1000 years"},
                                       {3.156e12, "1e5 years"},
                                       {3.156e15, "1e8 years"}}};

double total_seconds(const ModelSummary& model) {
  return model.training_seconds.mean + model.ranking_seconds.mean;
}

// From the last tick below all times to the first above them.
class TimeScale {
 public:
  explicit TimeScale(const std::vector<ModelSummary>& models) {
    double least = kTicks.back().seconds;
    double most = kTicks.front().seconds;
    for (const ModelSummary& model : models) {
      if (!model.error.empty()) continue;
      least = std::min(least, total_seconds(model));
      most = std::max(most, total_seconds(model));
    }
    first_ = 0;
    while (first_ + 2 < kTicks.size() && kTicks[first_ + 1].seconds <= least) ++first_;
    last_ = first_ + 1;
    while (last_ + 1 < kTicks.size() && kTicks[last_].seconds < most) ++last_;
  }

  double x(double seconds) const {
    const double low = std::log(kTicks[first_].seconds);
    const double high = std::log(kTicks[last_].seconds);
    const double share = (std::log(std::max(seconds, 1e-9)) - low) / (high - low);
    return kTimesLeft + kTimes * std::clamp(share, 0.0, 1.0);
  }

  // Ticks that there is room for.
  std::string axis(double bottom) const {
    std::string text;
    double after = -1e9;
    for (std::size_t i = first_; i <= last_; ++i) {
      const double at = x(kTicks[i].seconds);
      if (at - after < kLeastBetweenTicks) continue;
      text += svg_line(at, kTop, at, bottom, "stroke=\"#dddddd\"");
      text += svg_label(at, bottom + 18, "middle", kTicks[i].name);
      after = at;
    }
    return text;
  }

 private:
  std::size_t first_ = 0;
  std::size_t last_ = 1;
};

std::string axes(const TimeScale& scale, double bottom, const std::string& split) {
  std::string text;
  for (int i = 0; i <= 5; ++i) {
    const double at = kNames + kBars * i / 5;
    text += svg_line(at, kTop, at, bottom, "stroke=\"#dddddd\"");
    text += svg_label(at, bottom + 18, "middle", fmt::format("{:.1f}", i / 5.0));
  }
  text += scale.axis(bottom);
  const std::string_view bold = "font-weight=\"bold\"";
  text += svg_label(kNames, kTop - 14, "start", "MRR on " + split, bold);
  return text +
         svg_label(kTimesLeft, kTop - 14, "start", "time to train and rank, logarithmic", bold);
}

std::string bar(const ModelSummary& model, double middle) {
  const Spread& mrr = model.metrics[0];
  const double end = kNames + kBars * std::clamp(mrr.mean, 0.0, 1.0);
  std::string text = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", kNames,
      middle - kBarHeight / 2, end - kNames, kBarHeight, kBarColor);
  double beside = end;
  if (model.runs > 1) {
    const double low = kNames + kBars * std::clamp(mrr.mean - mrr.deviation, 0.0, 1.0);
    beside = kNames + kBars * std::clamp(mrr.mean + mrr.deviation, 0.0, 1.0);
    text += svg_line(low, middle, beside, middle, "stroke=\"#222222\" stroke-width=\"1.5\"");
  }
  return text + svg_label(beside + 6, middle + 4, "start", fmt::format("{:.3f}", mrr.mean), kHalo);
}

// A projected time is a hollow dot at the end of a broken line.
std::string dot(const ModelSummary& model, const TimeScale& scale, double middle) {
  const double at = scale.x(total_seconds(model));
  const std::string stroke = fmt::format("stroke=\"{}\" stroke-width=\"2\"", kTimeColor);
  std::string text = svg_line(kTimesLeft, middle, at, middle,
                              stroke + (model.projected ? " stroke-dasharray=\"4 4\"" : ""));
  const std::string_view fill = model.projected ? std::string_view("#ffffff") : kTimeColor;
  text += svg_circle(at, middle, 6, fmt::format("fill=\"{}\" {}", fill, stroke));
  const std::string time = rough_duration(total_seconds(model));
  return text +
         svg_label(at + 12, middle + 4, "start", model.projected ? "~" + time + "*" : time, kHalo);
}

}  // namespace

std::string to_svg(const Comparison& comparison) {
  const std::string split = comparison.splits.empty() ? "test" : comparison.splits.front();
  const std::vector<ModelSummary> models = summarise(comparison, split);
  const TimeScale scale(models);
  const double bottom = kTop + kRow * static_cast<double>(models.size());
  const bool projected = std::ranges::any_of(models, &ModelSummary::projected);
  std::string text = svg_start(kTimesLeft + kTimes + kRight, bottom + kBottom);
  text += svg_label(16, 30, "start", "Models on " + data_name(comparison), "font-size=\"16\"");
  text += axes(scale, bottom, split);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const double middle = kTop + kRow * (static_cast<double>(i) + 0.5);
    text += svg_label(kNames - 10, middle + 4, "end", models[i].title);
    text += models[i].error.empty() ? bar(models[i], middle) + dot(models[i], scale, middle)
                                    : svg_label(kNames + 6, middle + 4, "start", "failed");
  }
  if (projected) {
    text += svg_label(kTimesLeft, bottom + 44, "start", "* projected from goals that were measured",
                      "fill=\"#666666\"");
  }
  return text + "</svg>\n";
}

}  // namespace gntp
