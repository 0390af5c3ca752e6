#include "prover/competition.h"

#include <algorithm>

namespace gntp {

std::array<double, 4> competing_factors(const Reasoner& reasoner, RelationId relation) {
  if (!reasoner.functionality()) return {1, 1, 1, 1};
  const double along = reasoner.functionality()->odds(forwards(relation));
  const double against = reasoner.functionality()->odds(backwards(relation));
  return {1, along, against, along * against};
}

Competition::Competition(const Reasoner& reasoner, const StepGraph& graph, const StepWalk& walk,
                         const AnswerQuery& query)
    : graph_(graph),
      walk_(walk),
      factors_(competing_factors(reasoner, RelationId(query.predicate))) {
  all_equal_ = factors_[3] == 1;
  const bool asks_tail = query.asked == AskedSide::kTail;
  const Step there = step_of(query);
  back_ = inverse(there);
  known_answers_ = graph.targets(query.known, there);
  excluded_ = walk.excluded_target(query.known, there);
  const bool known_has_others =
      std::ranges::any_of(known_answers_, [this](EntityId answer) { return answer != excluded_; });
  of_known_ = known_has_others ? (asks_tail ? 1 : 2) : 0;
  of_answer_ = asks_tail ? 2 : 1;
}

OddsUsed Competition::against(EntityId answer) const {
  if (all_equal_) return 0;
  if (answer != excluded_ && std::ranges::binary_search(known_answers_, answer)) return 0;
  const EntityId excluded = walk_.excluded_target(answer, back_);
  const bool has_others = std::ranges::any_of(graph_.targets(answer, back_),
                                              [&](EntityId other) { return other != excluded; });
  return of_known_ | (has_others ? of_answer_ : OddsUsed{0});
}

}  // namespace gntp
