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

void append_sensitivities(const Proof& proof, Unification unification, TNorm tnorm,
                          std::vector<Sensitivity>& out) {
  const auto append_step = [&](const ProofStep& step) {
    // At distance zero the kernel has a cusp; zero is the subgradient that leaves equal symbols
    // equal.
    if (step.distance <= 0) return;
    if (unification == Unification::kPerTerm) {
      out.push_back({step.links()[weakest_link(step)], 1});
      return;
    }
    for (const Link& link : step.links()) {
      if (link.distance > 0) out.push_back({link, link.distance / step.distance});
    }
  };
  if (proof.steps.empty()) return;
  if (tnorm == TNorm::kMin) {
    append_step(proof.steps[weakest_step(proof)]);
  } else {
    for (const ProofStep& step : proof.steps) append_step(step);
  }
}

}  // namespace gntp
