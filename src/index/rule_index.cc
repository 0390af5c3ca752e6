#include "index/rule_index.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/kernel.h"

namespace gntp {

RuleIndex::RuleIndex(const RuleSet& rules, const Model& model, Goals goals, std::size_t k,
                     const GoalPredicates* admitted)
    : rules_(rules),
      model_(model),
      goals_(goals),
      k_(k),
      admitted_(admitted),
      rules_of_(model.predicates.rows()) {
  for (Id rule = 0; rule < rules.rules.size(); ++rule) {
    std::vector<Id>& same = rules_of_[rules.rules[rule].head.predicate];
    if (same.empty()) heads_.push_back(rules.rules[rule].head.predicate);
    same.push_back(rule);
  }
  std::ranges::sort(heads_);
}

void RuleIndex::refresh(float radius, ThreadPool& threads) {
  radius_ = radius;
  const std::size_t goals =
      goals_ == Goals::kRelations ? model_.relations : model_.predicates.rows();
  matches_.resize(goals);
  changed_.assign(goals, 1);
  threads.for_each(goals, [&](std::size_t i, std::size_t) {
    const auto goal = static_cast<PredicateId>(i);
    matches_[goal].clear();
    if (!is_admitted(goal)) return;
    for (const PredicateId head : heads_) add_rules_of(head, goal);
    sort(goal);
  });
}

void RuleIndex::update(float radius, std::span<const std::uint32_t> moved, ThreadPool& threads) {
  const bool goals_moved = std::ranges::any_of(
      moved, [this](std::uint32_t predicate) { return predicate < matches_.size(); });
  if (radius != radius_ || goals_moved || k_ > 0) {
    refresh(radius, threads);
    return;
  }
  std::vector<std::uint8_t> has_moved(rules_of_.size());
  for (const std::uint32_t predicate : moved) has_moved[predicate] = 1;
  threads.for_each(matches_.size(), [&](std::size_t goal, std::size_t) {
    changed_[goal] = follow(static_cast<PredicateId>(goal), moved, has_moved) ? 1 : 0;
  });
}

// Whether a head that moved is or was within the radius of the goal.
bool RuleIndex::follow(PredicateId goal, std::span<const std::uint32_t> moved,
                       std::span<const std::uint8_t> has_moved) {
  if (!is_admitted(goal)) return false;
  std::vector<RuleMatch>& matches = matches_[goal];
  const std::size_t left = std::erase_if(matches, [&](const RuleMatch& match) {
    return has_moved[rules_.rules[match.rule].head.predicate] != 0;
  });
  const std::size_t stayed = matches.size();
  for (const std::uint32_t predicate : moved) add_rules_of(predicate, goal);
  if (left == 0 && matches.size() == stayed) return false;
  sort(goal);
  return true;
}

void RuleIndex::add_rules_of(PredicateId head, PredicateId goal) {
  if (rules_of_[head].empty()) return;
  const float apart = distance(model_.predicates.row(goal), model_.predicates.row(head));
  if (apart > radius_) return;
  for (const Id rule : rules_of_[head]) matches_[goal].push_back({apart, rule});
}

void RuleIndex::sort(PredicateId goal) {
  std::vector<RuleMatch>& matches = matches_[goal];
  std::ranges::sort(matches, {},
                    [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
  if (k_ == 0) return;
  std::map<Id, std::size_t> kept;  // by template
  std::erase_if(matches, [&](const RuleMatch& match) {
    return kept[rules_.rules[match.rule].template_id]++ >= k_;
  });
}

}  // namespace gntp
