#include "prover/proof.h"

#include <algorithm>

namespace gntp {

std::size_t weakest_step(const Proof& proof) {
  const auto weakest = std::ranges::max_element(proof.steps, {}, &ProofStep::distance);
  return static_cast<std::size_t>(weakest - proof.steps.begin());
}

std::size_t weakest_link(const ProofStep& step) {
  const auto weakest = std::ranges::max_element(step.links(), {}, &Link::distance);
  return static_cast<std::size_t>(weakest - step.links().begin());
}

float unification_distance(std::span<const Link> compared, Unification unification) {
  if (unification == Unification::kJoint) {
    UnificationDistance<Unification::kJoint> sum;
    for (const Link& link : compared) sum = sum.with(link.distance);
    return sum.distance();
  }
  UnificationDistance<Unification::kPerTerm> largest;
  for (const Link& link : compared) largest = largest.with(link.distance);
  return largest.distance();
}

void append_sensitivities(const Proof& proof, Unification unification, TNorm tnorm,
                          std::vector<Sensitivity>& out) {
  const auto append_compared = [&](std::span<const Link> compared, float distance) {
    // At distance zero the kernel has a cusp; zero is the subgradient that leaves equal symbols
    // equal.
    if (distance <= 0) return;
    if (unification == Unification::kPerTerm) {
      out.push_back({*std::ranges::max_element(compared, {}, &Link::distance), 1});
      return;
    }
    for (const Link& link : compared) {
      if (link.distance > 0) out.push_back({link, link.distance / distance});
    }
  };
  const auto append_step = [&](const ProofStep& step) {
    const float unified = unification_distance(step.compared(), unification);
    if (!step.has_confidence()) {
      append_compared(step.compared(), unified);
      return;
    }
    const Link& confidence = step.links().back();
    const bool decides = confidence.distance >= unified;
    if (tnorm == TNorm::kProduct || !decides) append_compared(step.compared(), unified);
    if (tnorm == TNorm::kProduct || decides) out.push_back({confidence, 1});
  };
  if (proof.steps.empty()) return;
  if (tnorm == TNorm::kMin) {
    append_step(proof.steps[weakest_step(proof)]);
  } else {
    for (const ProofStep& step : proof.steps) append_step(step);
  }
}

}  // namespace gntp
