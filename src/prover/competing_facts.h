// The known facts that speak against a goal, where they are weighed (aggregation.h), to show them.
#pragma once

#include <gntp/explanation.h>

#include <vector>

#include "index/fact_search.h"
#include "prover/goal.h"
#include "prover/reasoner.h"

namespace gntp {

struct CompetingFacts {
  CounterEvidence::Shared shared;
  std::vector<FactId> facts;  // at least one
  double factor;              // on the odds of each of the goal's proofs
};

// None for a known fact, and where they are not weighed. `excluded` is a fact that is not used.
std::vector<CompetingFacts> competing_facts_of(const Reasoner& reasoner, const Goal& goal,
                                               FactId excluded = kNoFact);

}  // namespace gntp
