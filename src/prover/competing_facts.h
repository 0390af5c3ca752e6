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
  std::vector<Triple> facts;  // at least one
  double factor;              // on the goal's odds
};

// On the odds of a goal, if there are facts that share its head, its tail or both; 1: they do not
// count.
struct CompetingFactors {
  double head = 1;
  double tail = 1;
  double both = 1;
};
// On the odds of each proof of a relation's goals.
CompetingFactors proof_factors(const Reasoner& reasoner, RelationId relation);

// None for a known fact, and where they do not count. `excluded` is a fact that is not used.
std::vector<CompetingFacts> competing_facts_of(const Reasoner& reasoner, const Goal& goal,
                                               const CompetingFactors& factors,
                                               const Triple& excluded = kNoFact);

}  // namespace gntp
