// Which known facts weigh against the answers of a query, and how much (aggregation.h): a fact with
// the query's relation that shares its known entity competes with every new answer, one that shares
// the answer with that answer. Each of the two kinds takes one factor, the relation's odds in that
// direction (functionality.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "index/step_graph.h"
#include "prover/goal.h"
#include "prover/step_walk.h"

namespace gntp {

// Bit 0: the odds of the relation forwards count, bit 1: backwards.
using OddsUsed = std::uint8_t;

// The factors of all four.
std::array<double, 4> competing_factors(const Reasoner& reasoner, RelationId relation);

class Competition {
 public:
  // Keeps references; `walk` says which fact is excluded.
  Competition(const Reasoner& reasoner, const StepGraph& graph, const StepWalk& walk,
              const AnswerQuery& query);

  // None against a known fact, nor where competing facts are ignored.
  OddsUsed against(EntityId answer) const;
  double factor(OddsUsed odds) const { return factors_[odds]; }

 private:
  const StepGraph& graph_;
  const StepWalk& walk_;
  std::array<double, 4> factors_{1, 1, 1, 1};
  bool all_equal_;                           // one, whatever competes
  std::span<const EntityId> known_answers_;  // the excluded one among them
  EntityId excluded_ = StepWalk::kNobody;
  Step back_ = 0;  // from an answer to the known entity
  OddsUsed of_known_ = 0;
  OddsUsed of_answer_ = 0;
};

}  // namespace gntp
