// Which known facts weigh against the answers of a query, and how much (aggregation.h): a fact with
// the query's relation that shares its known entity competes with every new answer, one that shares
// the answer with that answer. Each of the two kinds takes one factor, the relation's odds in that
// direction (functionality.h). So does a fact of another relation that shares both entities.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kb/step_graph.h"
#include "prover/goal.h"
#include "prover/step_walk.h"

namespace gntp {

// Bit 0: the odds of the relation forwards count, bit 1: backwards, bit 2: those of its pairs.
using OddsUsed = std::uint8_t;
inline constexpr std::size_t kOddsUsed = 8;

// The factors of all eight, for queries with this step.
std::array<double, kOddsUsed> competing_factors(const Reasoner& reasoner, Step step);

// Appends what facts of other relations lead to from the query's known entity, as its own relation
// would lead to an answer; `excluded` is a fact that does not count. Some may come twice.
void append_paired(const StepGraph& graph, const AnswerQuery& query, std::size_t first_pattern,
                   const Triple* excluded, std::vector<EntityId>& out);

class Competition {
 public:
  // Keeps references; `walk` says which fact is excluded. Factors are those of queries with the
  // step `judged_as`.
  Competition(const Reasoner& reasoner, const StepGraph& graph, const StepWalk& walk,
              const AnswerQuery& query, Step judged_as);

  // None against a known fact, nor where competing facts are ignored.
  OddsUsed against(EntityId answer) const;
  double factor(OddsUsed odds) const { return factors_[odds]; }

 private:
  const StepGraph& graph_;
  const StepWalk& walk_;

  std::array<double, kOddsUsed> factors_;
  bool all_equal_;                           // one, whatever competes
  std::span<const EntityId> known_answers_;  // the excluded one among them
  EntityId excluded_ = StepWalk::kNobody;
  Step back_ = 0;  // from an answer to the known entity
  OddsUsed of_known_ = 0;
  OddsUsed of_answer_ = 0;
  std::vector<EntityId> paired_;  // what other relations lead to from the known entity, by id
};

}  // namespace gntp
