// What is looked for in the data, what is kept of it, and how much work that may be.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gntp {

inline constexpr std::size_t kLongestBody = 4;  // atoms

struct MineOptions {
  std::size_t max_body = 2;   // atoms, 1 to 4; bodies of 4 are for data with few relations
  std::size_t constants = 0;  // atoms of a body of rules with constants, 0 (none) to 2
  std::size_t min_support = 5;
  std::size_t constant_support = 0;  // of rules with constants; 0 = min_support
  double min_confidence = 0.1;       // corrected
  std::size_t max_rules = 1000;      // of each kind (RuleKind), the most confident; 0 = all
  double correction = 5;             // confidence = support / (body + correction)
  // Of the rules that predict a fact the best are kept (fact_rules.h); 0 = all.
  std::size_t per_fact = 0;
  // Longer bodies and constants behind two atoms where facts are sparse (adapted_options.h).
  bool adaptive = false;
  bool bodiless = false;                // r(X, c), too: how often c is the answer at all
  std::size_t samples = 1000;           // facts of each relation whose paths propose bodies
  std::uint64_t seed = 0;               // of the samples
  std::size_t exhaustive = 20'000'000;  // as many bodies of a length are all counted, none sampled
  // Paths that bodies with the same first steps may have, and those that all bodies of a length
  // may have, before only some of their starts are counted; 0 = no limit.
  std::size_t max_paths = 1'000'000'000;
  std::size_t total_paths = 20'000'000'000;
  std::size_t judging_facts = 20'000'000;  // more facts than that do not all choose (per_fact)

  // Whether a path rule with these counts is kept. Requires: 0 < support <= body.
  bool accept(std::size_t support, std::size_t body) const {
    return support >= min_support && corrected(support, body) >= min_confidence;
  }
  // The same for a rule with constants.
  bool accept_constants(std::size_t support, std::size_t body) const {
    return support >= least_constant_support() && corrected(support, body) >= min_confidence;
  }
  std::size_t least_constant_support() const {
    return constant_support > 0 ? constant_support : min_support;
  }
  double corrected(std::size_t support, std::size_t body) const {
    return static_cast<double>(support) / (static_cast<double>(body) + correction);
  }
};

}  // namespace gntp
