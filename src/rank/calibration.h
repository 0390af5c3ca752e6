// How probable an answer is, given its evidence, its relation and the side that is asked for.
//
// A curve by side, fitted by isotonic regression over the answers of all relations, says what
// log-odds evidence is worth. Relations differ: each has a line that those log-odds are put on,
// which is drawn to the curve itself where it has few answers. So within a relation and a side
// probability never falls as evidence grows, and the order of answers stays as it is.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "rank/held_out_answers.h"

namespace gntp {

class Calibration {
 public:
  struct Step {
    double evidence;  // from here on
    double log_odds;
  };
  // Log-odds become shift + slope * log-odds.
  struct Line {
    double shift = 0;
    double slope = 1;  // above 0

    double at(double log_odds) const { return shift + slope * log_odds; }
  };
  struct Curve {
    std::vector<Step> steps;             // ascending in both; none: nothing is known
    std::map<RelationId, Line> lines{};  // of relations; others have the curve's own log-odds
    double unproved = 0;                 // the probability of what has no proof, at most

    Line line_of(RelationId relation) const {
      const auto found = lines.find(relation);
      return found == lines.end() ? Line{} : found->second;
    }
  };

  // A side with fewer answers than this has no curve: its probabilities would be guesses.
  static constexpr std::size_t kLeastAnswers = 100;

  Calibration() = default;
  Calibration(Curve head, Curve tail) : curves_{std::move(head), std::move(tail)} {}
  static Calibration fit(std::span<const HeldOutAnswer> answers,
                         const std::array<UnprovedAnswers, 2>& unproved = {});

  // Whether it knows anything.
  bool is_fitted() const { return !curves_[0].steps.empty() || !curves_[1].steps.empty(); }
  const Curve& curve(AskedSide asked) const { return curves_[static_cast<std::size_t>(asked)]; }

  // Above 0 and below 1; nothing where the side has no curve. Without evidence, of what has no
  // proof.
  std::optional<double> probability(RelationId relation, AskedSide asked,
                                    std::optional<double> evidence) const;

 private:
  std::array<Curve, 2> curves_;  // by asked side
};

}  // namespace gntp
