// How probable an answer is, given its evidence, its relation and the side that is asked for.
//
// A curve by side, fitted by isotonic regression over the answers of all relations, says what
// log-odds evidence is worth. Relations differ: each has a shift of those log-odds, which is drawn
// to 0 where it has few answers. So within a relation and a side probability never falls as
// evidence grows, and the order of answers stays as it is.
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
  struct Curve {
    std::vector<Step> steps;                // ascending in both; none: nothing is known
    std::map<RelationId, double> shifts{};  // of log-odds; 0 for others
    double unproved = 0;                    // the probability of what has no proof, at most
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
