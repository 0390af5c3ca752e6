#include "index/rule_index.h"

#include <algorithm>
#include <tuple>

#include "model/kernel.h"

namespace gntp {

void RuleIndex::refresh(ThreadPool& threads) {
  const std::size_t goals =
      goals_ == Goals::kRelations ? model_.relations : model_.predicates.rows();
  matches_.resize(goals);
  std::vector<std::vector<std::size_t>> kept(threads.size());
  threads.for_each(goals, [&](std::size_t goal, std::size_t worker) {
    std::vector<RuleMatch>& matches = matches_[goal];
    matches.clear();
    if (admitted_ != nullptr && !admitted_->contains(static_cast<PredicateId>(goal))) return;
    for (Id rule = 0; rule < rules_.rules.size(); ++rule) {
      const PredicateId head = rules_.rules[rule].head.predicate;
      matches.push_back({distance(model_.predicates.row(goal), model_.predicates.row(head)), rule});
    }
    std::ranges::sort(
        matches, {}, [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
    if (k_ == 0) return;
    kept[worker].assign(rules_.templates.size(), 0);
    std::erase_if(matches, [&](const RuleMatch& match) {
      return kept[worker][rules_.rules[match.rule].template_id]++ >= k_;
    });
  });
}

}  // namespace gntp
