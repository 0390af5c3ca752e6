// The known facts that speak against a goal where rivals are weighed (aggregation.h), to show them.
#pragma once

#include <vector>

#include "prover/candidate_query.h"

namespace gntp {

struct Rivals {
  Side shared;            // what they have in common with the goal, besides the relation
  std::vector<Id> facts;  // at least one
  double factor;          // on the odds of each of the goal's proofs
};

// None for a known fact, and where they are not weighed. `hidden` is a fact that is not to be used.
std::vector<Rivals> rivals_of(const Reasoner& reasoner, const Goal& goal, Id hidden = kNoFact);

}  // namespace gntp
