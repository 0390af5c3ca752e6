#include "rank/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rank/isotonic.h"

namespace gntp {
namespace {

// An answer that is fitted: its log-odds so far, and whether it is true.
struct Fitted {
  double log_odds;
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

// The likeliest shift of the answers' log-odds, where a shift is a priori normal with mean 0 and
// variance 1: nothing is learned from no answers, and little from few.
double fit_shift(std::span<const Fitted> answers) {
  double shift = 0;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    double gradient = -shift;
    double curvature = 1;
    for (const Fitted& answer : answers) {
      const double probability = sigmoid(answer.log_odds + shift);
      gradient += (answer.correct ? 1 : 0) - probability;
      curvature += probability * (1 - probability);
    }
    const double step = std::clamp(gradient / curvature, -kLongestStep, kLongestStep);
    shift += step;
    if (std::abs(step) < kTolerance) break;
  }
  return shift;
}

std::map<RelationId, double> fit_shifts(std::span<const HeldOutAnswer* const> answers,
                                        std::span<const Calibration::Step> steps) {
  std::map<RelationId, std::vector<Fitted>> by_relation;
  for (const HeldOutAnswer* answer : answers) {
    by_relation[answer->relation].push_back({value_at(steps, answer->evidence), answer->correct});
  }
  std::map<RelationId, double> shifts;
  for (const auto& [relation, fitted] : by_relation) shifts[relation] = fit_shift(fitted);
  return shifts;
}

// Where relations differ, the curve over all of them is flatter than that of each. So it is
// stretched, beside the shifts: log-odds become offset + slope * log-odds, with the likeliest of
// both, a priori near 0 and 1.
void stretch(std::vector<Calibration::Step>& steps, std::span<const HeldOutAnswer* const> answers,
             const std::map<RelationId, double>& shifts) {
  constexpr double kLeastSlope = 0.05;  // it must stay ascending
  double offset = 0;
  double slope = 1;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    double by_offset = -offset;
    double by_slope = 1 - slope;
    double offset_offset = 1;
    double offset_slope = 0;
    double slope_slope = 1;
    for (const HeldOutAnswer* answer : answers) {
      const double log_odds = value_at(steps, answer->evidence);
      const double probability = sigmoid(offset + slope * log_odds + shifts.at(answer->relation));
      const double rest = (answer->correct ? 1 : 0) - probability;
      const double spread = probability * (1 - probability);
      by_offset += rest;
      by_slope += rest * log_odds;
      offset_offset += spread;
      offset_slope += spread * log_odds;
      slope_slope += spread * log_odds * log_odds;
    }
    const double determinant = offset_offset * slope_slope - offset_slope * offset_slope;
    const double to_offset = (by_offset * slope_slope - by_slope * offset_slope) / determinant;
    const double to_slope = (by_slope * offset_offset - by_offset * offset_slope) / determinant;
    const double longest = std::max({kLongestStep, std::abs(to_offset), std::abs(to_slope)});
    offset += to_offset / longest;
    slope = std::max(kLeastSlope, slope + to_slope / longest);
    if (std::abs(to_offset) + std::abs(to_slope) < kTolerance) break;
  }
  for (Calibration::Step& step : steps) step.log_odds = offset + slope * step.log_odds;
}

Calibration::Curve fit_curve(std::span<const HeldOutAnswer* const> answers,
                             const UnprovedAnswers& unproved) {
  Calibration::Curve curve;
  curve.steps = fit_steps(answers);
  stretch(curve.steps, answers, fit_shifts(answers, curve.steps));
  curve.shifts = fit_shifts(answers, curve.steps);
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
  const auto found = own.shifts.find(relation);
  const double shift = found == own.shifts.end() ? 0 : found->second;
  const double log_odds = evidence ? value_at(own.steps, *evidence) : own.steps.front().log_odds;
  const double probability = sigmoid(std::clamp(log_odds + shift, -kMost, kMost));
  return evidence ? probability : std::min(probability, own.unproved);
}

}  // namespace gntp
