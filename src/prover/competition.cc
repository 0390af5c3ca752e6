#include "prover/competition.h"

#include <algorithm>
#include <iterator>

namespace gntp {

std::array<double, kOddsUsed> competing_factors(const Reasoner& reasoner, Step step) {
  std::array<double, kOddsUsed> factors;
  factors.fill(1);
  const AggregateOptions options = reasoner.aggregation(step);
  const RelationId relation = relation_of(step);
  const auto weigh = [&](OddsUsed bit, double odds) {
    for (std::size_t used = 0; used < kOddsUsed; ++used) {
      if ((used & bit) != 0) factors[used] *= odds;
    }
  };
  if (options.competing_facts == CompetingFactsUse::kWeigh) {
    weigh(1, reasoner.functionality()->odds(forwards(relation)));
    weigh(2, reasoner.functionality()->odds(backwards(relation)));
  }
  if (options.competing_pairs == CompetingFactsUse::kWeigh) {
    weigh(4, reasoner.functionality()->pair_odds(relation));
  }
  return factors;
}

void append_paired(const StepGraph& graph, const AnswerQuery& query, std::size_t first_pattern,
                   const Triple* excluded, std::vector<EntityId>& out) {
  const Step there = step_of(query);
  for (const StepGraph::Segment& segment : graph.segments(query.known)) {
    const bool same_way = is_forwards(segment.step) == is_forwards(there);
    if (!same_way || segment.step == there || relation_of(segment.step) >= first_pattern) continue;
    std::optional<EntityId> without;
    if (excluded != nullptr) without = target_of(*excluded, query.known, segment.step);
    std::ranges::remove_copy_if(graph.targets(segment), std::back_inserter(out),
                                [&](EntityId answer) { return answer == without; });
  }
}

Competition::Competition(const Reasoner& reasoner, const StepGraph& graph, const StepWalk& walk,
                         const AnswerQuery& query, Step judged_as)
    : graph_(graph), walk_(walk), factors_(competing_factors(reasoner, judged_as)) {
  all_equal_ = factors_.back() == 1;
  const bool asks_tail = query.asked == AskedSide::kTail;
  const Step there = step_of(query);
  back_ = inverse(there);
  known_answers_ = graph.targets(query.known, there);
  excluded_ = walk.excluded_target(query.known, there);
  const bool known_has_others =
      std::ranges::any_of(known_answers_, [this](EntityId answer) { return answer != excluded_; });
  of_known_ = known_has_others ? (asks_tail ? 1 : 2) : 0;
  of_answer_ = asks_tail ? 2 : 1;
  if (factors_[4] < 1) {
    append_paired(graph, query, reasoner.kb().first_pattern(), walk.excluded_fact(), paired_);
    std::ranges::sort(paired_);
  }
}

OddsUsed Competition::against(EntityId answer) const {
  if (all_equal_) return 0;
  if (answer != excluded_ && std::ranges::binary_search(known_answers_, answer)) return 0;
  const EntityId excluded = walk_.excluded_target(answer, back_);
  const bool has_others = std::ranges::any_of(graph_.targets(answer, back_),
                                              [&](EntityId other) { return other != excluded; });
  const bool is_paired = std::ranges::binary_search(paired_, answer);
  return static_cast<OddsUsed>(of_known_ | (has_others ? of_answer_ : 0) | (is_paired ? 4 : 0));
}

}  // namespace gntp
