// A proof as a value: which facts and rules, how far each compared symbol was, and the distance of
// the whole. Training, ranking and explaining read the same value.
//
// Distances instead of scores (score = exp(-slope * distance)): with t-norm `min` a proof is the
// maximum of its unifications' distances, with `product` their sum.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "index/unification.h"
#include "kb/rules.h"
#include "kb/triple.h"

namespace gntp {

// Two symbols that a unification compared, or the confidence of the rule that was used.
struct Link {
  enum class Kind : std::uint8_t { kPredicate, kEntity, kConfidence };
  Kind kind;
  std::uint32_t goal;   // the goal's symbol: a row of the model's predicates or entities; the rule
  std::uint32_t other;  // the fact's or the rule head's; the rule
  float distance;
};

// One unification: of a goal with a fact, or with a rule's head. A rule that is not certain adds a
// link of its own, its confidence, which the t-norm joins to the unification.
struct ProofStep {
  enum class Kind : std::uint8_t { kFact, kRule };
  Kind kind = Kind::kFact;
  std::uint8_t link_count = 0;
  RuleId rule = RuleId::none();         // of a kRule
  Triple fact = kNoFact;                // of a kFact
  PredicateId predicate;                // the goal's
  std::array<EntityId, 2> arguments{};  // the goal's, as the finished proof binds them
  float distance = 0;                   // of this unification, and of the rule's confidence
  std::array<Link, 4> all_links{};      // predicate, head and tail, as far as compared; confidence

  std::span<const Link> links() const { return std::span(all_links).first(link_count); }
  void add(const Link& link) { all_links[link_count++] = link; }
  bool has_confidence() const {
    return link_count > 0 && all_links[link_count - 1].kind == Link::Kind::kConfidence;
  }
  // The symbols that were compared.
  std::span<const Link> compared() const { return links().first(link_count - has_confidence()); }
};

struct Proof {
  float distance = 0;
  float total = 0;  // the sum of the steps' distances: of two equal proofs the smaller reads better
  // In the order of the proof: a rule's step is followed by the steps of its body's atoms, left to
  // right.
  std::vector<ProofStep> steps;
};

// The step that decides the score (the first of equals). Requires: a proof with steps.
std::size_t weakest_step(const Proof& proof);

// The distance of compared symbols.
float unification_distance(std::span<const Link> compared, Unification unification);

// The link that decides the step's distance (the first of equals). Requires: a step with links.
std::size_t weakest_link(const ProofStep& step);

// d(proof distance) / d(link distance), for the links where it is not zero.
struct Sensitivity {
  Link link;
  float weight;
};
void append_sensitivities(const Proof& proof, Unification unification, TNorm tnorm,
                          std::vector<Sensitivity>& out);

}  // namespace gntp
