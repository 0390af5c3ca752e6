#include "index/rule_index.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "model/kernel.h"

namespace gntp {

RuleIndex::RuleIndex(const RuleSet& rules, const Model& model, Goals goals, std::size_t k,
                     TNorm tnorm, const GoalPredicates* admitted)
    : rules_(rules),
      model_(model),
      goals_(goals),
      k_(k),
      tnorm_(tnorm),
      admitted_(admitted),
      by_head_(rules.size()),
      begin_(model.predicates.rows() + 1) {
  for (RuleId rule{0}; rule < rules.size(); ++rule) ++begin_[rules.head_predicate(rule) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    by_head_[next[rules.head_predicate(rule)]++] = rule;
  }
}

void RuleIndex::refresh(float radius, ThreadPool& threads) {
  radius_ = radius;
  const std::size_t goals =
      goals_ == Goals::kRelations ? model_.relations : model_.predicates.rows();
  changed_.assign(goals, 1);
  matches_.resize(goals);
  if (model_.has_symbolic_relations()) {
    is_listed_ = std::make_unique<std::atomic<bool>[]>(goals);
    return;
  }
  threads.for_each(goals, [&](std::size_t goal, std::size_t) { list(PredicateId(goal)); });
}

void RuleIndex::update(float radius, const MovedRows& moved, ThreadPool& threads) {
  const bool goals_moved = std::ranges::any_of(
      moved.predicates, [this](std::uint32_t predicate) { return predicate < matches_.size(); });
  if (radius != radius_ || goals_moved || k_ > 0) {
    refresh(radius, threads);
    return;
  }
  std::vector<std::uint8_t> has_moved(begin_.size() - 1);  // by predicate of heads
  for (const std::uint32_t predicate : moved.predicates) has_moved[predicate] = 1;
  for (const std::uint32_t rule : moved.rules) has_moved[rules_.head_predicate(RuleId(rule))] = 1;
  if (model_.has_symbolic_relations()) {
    std::ranges::copy(has_moved, changed_.begin());
    for (std::size_t goal = 0; goal < changed_.size(); ++goal) {
      if (changed_[goal] != 0) is_listed_[goal] = false;
    }
    return;
  }
  threads.for_each(matches_.size(), [&](std::size_t goal, std::size_t) {
    changed_[goal] = follow(PredicateId(goal), has_moved) ? 1 : 0;
  });
}

std::span<const RuleMatch> RuleIndex::nearest(PredicateId predicate) const {
  if (is_listed_ && !is_listed_[predicate].load(std::memory_order_acquire)) {
    const std::scoped_lock lock(mutex_);
    if (!is_listed_[predicate].load(std::memory_order_relaxed)) {
      list(predicate);
      is_listed_[predicate].store(true, std::memory_order_release);
    }
  }
  return matches_[predicate];
}

RuleMatch RuleIndex::match(PredicateId goal, RuleId rule) const {
  const float predicate = to_head(goal, rules_.head_predicate(rule));
  return {combine(tnorm_, predicate, model_.rule_distance(rule)), predicate, rule};
}

float RuleIndex::to_head(PredicateId goal, PredicateId head) const {
  if (goal == head) return 0;
  if (model_.has_symbolic_relations()) return std::numeric_limits<float>::infinity();
  return distance(model_.predicates.row(goal), model_.predicates.row(head));
}

// Whether a rule that moved, or whose head did, is or was within the radius of the goal.
bool RuleIndex::follow(PredicateId goal, std::span<const std::uint8_t> has_moved) {
  if (!is_admitted(goal)) return false;
  std::vector<RuleMatch>& matches = matches_[goal];
  const std::size_t left = std::erase_if(matches, [&](const RuleMatch& match) {
    return has_moved[rules_.head_predicate(match.rule)] != 0;
  });
  const std::size_t stayed = matches.size();
  for (PredicateId head{0}; head < has_moved.size(); ++head) {
    if (has_moved[head] != 0) add_rules_of(head, goal);
  }
  if (left == 0 && matches.size() == stayed) return false;
  sort(goal);
  return true;
}

void RuleIndex::list(PredicateId goal) const {
  matches_[goal].clear();
  if (!is_admitted(goal)) return;
  if (model_.has_symbolic_relations()) {
    add_rules_of(goal, goal);
  } else {
    for (PredicateId head{0}; head + 1 < begin_.size(); ++head) add_rules_of(head, goal);
  }
  sort(goal);
}

void RuleIndex::add_rules_of(PredicateId head, PredicateId goal) const {
  if (with_head(head).empty()) return;
  const float predicate = to_head(goal, head);
  if (predicate > radius_) return;
  for (const RuleId rule : with_head(head)) {
    const float distance = combine(tnorm_, predicate, model_.rule_distance(rule));
    if (distance <= radius_) matches_[goal].push_back({distance, predicate, rule});
  }
}

void RuleIndex::sort(PredicateId goal) const {
  std::vector<RuleMatch>& matches = matches_[goal];
  std::ranges::sort(matches, {},
                    [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
  if (k_ == 0) return;
  std::map<std::size_t, std::size_t> kept;  // by template
  std::erase_if(matches, [&](const RuleMatch& match) {
    const auto made_from = rules_.template_of(match.rule);
    return made_from && kept[*made_from]++ >= k_;
  });
}

}  // namespace gntp
