#include "rank/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rank/isotonic.h"

namespace gntp {
namespace {

// An answer that is fitted: its log-odds on the curve, what is added to them whatever the line, and
// whether it is true.
struct Fitted {
  double log_odds;
  double offset;
  bool correct;
};

constexpr std::size_t kMostRounds = 50;
constexpr double kTolerance = 1e-9;
constexpr double kLongestStep = 1;  // of Newton's, in log-odds: it must not leap over the optimum

double sigmoid(double log_odds) {
  return 1 / (1 + std::exp(-log_odds));
}

double log_odds_of(double probability) {
  return std::log(probability / (1 - probability));
}

double value_at(std::span<const Calibration::Step> steps, double evidence) {
  const auto after = std::ranges::upper_bound(steps, evidence, {}, &Calibration::Step::evidence);
  return after == steps.begin() ? steps.front().log_odds : std::prev(after)->log_odds;
}

// The share of true answers by evidence. Half a true answer below all others and half a false one
// above them keep it off 0 and 1.
std::vector<Calibration::Step> fit_steps(std::span<const HeldOutAnswer* const> answers) {
  constexpr double kHalf = 0.5;
  std::vector<Observation> observations;
  observations.reserve(answers.size() + 2);
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const HeldOutAnswer* answer : answers) {
    observations.push_back({answer->evidence, answer->correct ? 1.0 : 0.0, 1});
    lowest = std::min(lowest, answer->evidence);
    highest = std::max(highest, answer->evidence);
  }
  observations.push_back({lowest, 1, kHalf});
  observations.push_back({highest, 0, kHalf});
  std::vector<Calibration::Step> steps;
  for (const auto& [from, value] : isotonic(std::move(observations))) {
    steps.push_back({from, log_odds_of(value)});
  }
  return steps;
}

// How far a line may be from the curve, a priori: variances around a shift of 0 and a slope of 1.
struct Freedom {
  double shift;
  double slope;
};
constexpr Freedom kOfRelation{2, 0.3};  // chosen on halves of valid splits
constexpr Freedom kOfAll{1, 1};         // hardly matters: all answers speak

// The likeliest line, by Newton's method: nothing is learned from no answers, and little from few.
Calibration::Line fit_line(std::span<const Fitted> answers, const Freedom& freedom) {
  constexpr double kLeastSlope = 0.05;  // it must stay ascending
  Calibration::Line line;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    double by_shift = -line.shift / freedom.shift;
    double by_slope = (1 - line.slope) / freedom.slope;
    double shift_shift = 1 / freedom.shift;
    double shift_slope = 0;
    double slope_slope = 1 / freedom.slope;
    for (const auto& [log_odds, offset, correct] : answers) {
      const double probability = sigmoid(line.at(log_odds) + offset);
      const double rest = (correct ? 1 : 0) - probability;
      const double spread = probability * (1 - probability);
      by_shift += rest;
      by_slope += rest * log_odds;
      shift_shift += spread;
      shift_slope += spread * log_odds;
      slope_slope += spread * log_odds * log_odds;
    }
    const double determinant = shift_shift * slope_slope - shift_slope * shift_slope;
    const double to_shift = (by_shift * slope_slope - by_slope * shift_slope) / determinant;
    const double to_slope = (by_slope * shift_shift - by_shift * shift_slope) / determinant;
    const double longest = std::max({kLongestStep, std::abs(to_shift), std::abs(to_slope)});
    line.shift += to_shift / longest;
    line.slope = std::max(kLeastSlope, line.slope + to_slope / longest);
    if (std::abs(to_shift) + std::abs(to_slope) < kTolerance) break;
  }
  return line;
}

std::map<RelationId, Calibration::Line> fit_lines(std::span<const HeldOutAnswer* const> answers,
                                                  std::span<const Calibration::Step> steps) {
  std::map<RelationId, std::vector<Fitted>> by_relation;
  for (const HeldOutAnswer* answer : answers) {
    by_relation[answer->relation].push_back(
        {value_at(steps, answer->evidence), 0, answer->correct});
  }
  std::map<RelationId, Calibration::Line> lines;
  for (const auto& [relation, fitted] : by_relation) {
    lines[relation] = fit_line(fitted, kOfRelation);
  }
  return lines;
}

// Where relations differ, the curve over all of them is flatter than that of each. So it is
// stretched, beside the lines of relations.
void stretch(Calibration::Curve& curve, std::span<const HeldOutAnswer* const> answers) {
  std::vector<Fitted> fitted;
  fitted.reserve(answers.size());
  for (const HeldOutAnswer* answer : answers) {
    const double log_odds = value_at(curve.steps, answer->evidence);
    fitted.push_back(
        {log_odds, curve.line_of(answer->relation).at(log_odds) - log_odds, answer->correct});
  }
  const Calibration::Line line = fit_line(fitted, kOfAll);
  for (Calibration::Step& step : curve.steps) step.log_odds = line.at(step.log_odds);
}

Calibration::Curve fit_curve(std::span<const HeldOutAnswer* const> answers,
                             const UnprovedAnswers& unproved) {
  Calibration::Curve curve;
  curve.steps = fit_steps(answers);
  curve.lines = fit_lines(answers, curve.steps);
  stretch(curve, answers);
  curve.lines = fit_lines(answers, curve.steps);
  curve.unproved = (static_cast<double>(unproved.correct) + 0.5) /  // above 0 and below 1
                   (static_cast<double>(unproved.all) + 1);
  return curve;
}

}  // namespace

Calibration Calibration::fit(std::span<const HeldOutAnswer> answers,
                             const std::array<UnprovedAnswers, 2>& unproved) {
  Calibration calibration;
  for (const AskedSide asked : {AskedSide::kHead, AskedSide::kTail}) {
    const auto side = static_cast<std::size_t>(asked);
    std::vector<const HeldOutAnswer*> own;
    for (const HeldOutAnswer& answer : answers) {
      if (answer.asked == asked) own.push_back(&answer);
    }
    if (own.size() < kLeastAnswers) continue;
    calibration.curves_[side] = fit_curve(own, unproved[side]);
  }
  return calibration;
}

std::optional<double> Calibration::probability(RelationId relation, AskedSide asked,
                                               std::optional<double> evidence) const {
  constexpr double kMost = 30;  // beyond, 1 - probability would round to 0
  const Curve& own = curve(asked);
  if (own.steps.empty()) return std::nullopt;
  const double log_odds = evidence ? value_at(own.steps, *evidence) : own.steps.front().log_odds;
  const double probability = sigmoid(std::clamp(own.line_of(relation).at(log_odds), -kMost, kMost));
  return evidence ? probability : std::min(probability, own.unproved);
}

}  // namespace gntp
