#include "prover/rules_by_shape.h"

#include <algorithm>
#include <limits>

namespace gntp {
namespace {

constexpr std::size_t kManyGoals = 1000;  // have no lists before somebody asks for them
constexpr std::size_t kFewRules = 8;      // are looked at one by one
constexpr std::size_t kFewMatches = 4;    // relations that a rule's first step may be, on average

void lower(std::span<float> least, float head_distance, std::span<const float> to_relations) {
  for (std::size_t relation = 0; relation < least.size(); ++relation) {
    least[relation] = std::min(least[relation], std::max(head_distance, to_relations[relation]));
  }
}

}  // namespace

std::size_t RulesByShape::shape_of(const RulePath& path) {
  constexpr std::array<std::size_t, RulePath::kMaxSteps> kFirst = {kForward, kChains, kLongChains};
  std::size_t directions = 0;
  for (const RulePath::Step& step : path.steps()) directions = 2 * directions + step.direction;
  return kFirst[path.size() - 1] + directions;
}

std::size_t RulesByShape::direction(std::size_t shape, std::size_t step) {
  if (shape < kChains) return shape;
  if (shape < kLongChains) return (shape - kChains) >> (1 - step) & 1U;
  return (shape - kLongChains) >> (2 - step) & 1U;
}

std::optional<RulesByShape::Group::Match> RulesByShape::Group::match(
    std::span<const RelationId> relations, float distance, float bound, float enough,
    const SymbolDistances& symbols) const {
  std::optional<Match> nearest;
  for (const JoinRule& rule : starting_with(relations[0])) {
    if (!(std::max(rule.cost, distance) < bound)) break;
    float whole = std::max(distance, rule.head_distance);
    const std::span<const RulePath::Step> steps = rule.path.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      whole = std::max(whole, symbols.to_relations(steps[i].predicate)[relations[i]]);
    }
    if (!(whole < bound)) continue;
    nearest = {&rule, whole};
    bound = whole;
    if (whole <= enough) break;
  }
  return nearest;
}

RulesByShape::RulesByShape(const RuleSet& rules, const RuleIndex& index,
                           const SymbolDistances& symbols, std::size_t goals,
                           std::size_t predicates)
    : rules_(rules),
      index_(index),
      symbols_(symbols),
      goals_(goals),
      in_body_(predicates),
      groups_(goals * kShapes),
      others_(goals) {
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    for (std::size_t atom = 1; atom < rules.atoms(rule); ++atom) {
      in_body_[rules.predicate(rule, atom)] = 1;
    }
  }
}

// All goals' lists need them.
void RulesByShape::list_near(ThreadPool& threads) {
  if (symbols_.has_symbolic_relations()) return;
  near_.resize(in_body_.size());
  threads.for_each(near_.size(), [this](std::size_t predicate, std::size_t) {
    std::vector<RelationId>& near = near_[predicate];
    near.clear();
    if (in_body_[predicate] == 0) return;
    const std::span<const float> distances = symbols_.to_relations(PredicateId(predicate));
    for (RelationId relation{0}; relation < distances.size(); ++relation) {
      if (distances[relation] <= symbols_.radius()) near.push_back(relation);
    }
  });
}

void RulesByShape::refresh(ThreadPool& threads) {
  list_near(threads);
  if (symbols_.has_symbolic_relations() || goals_ > kManyGoals) {
    made_ = std::make_unique<std::atomic<Made>[]>(goals_);
    for (PredicateId goal{0}; goal < goals_; ++goal) forget(goal);
    return;
  }
  threads.for_each(goals_, [this](std::size_t goal, std::size_t) { rebuild(PredicateId(goal)); });
}

void RulesByShape::update(std::span<const std::uint32_t> moved, ThreadPool& threads) {
  list_near(threads);
  const bool bodies_moved = std::ranges::any_of(
      moved, [this](std::uint32_t predicate) { return in_body_[predicate] != 0; });
  threads.for_each(goals_, [&](std::size_t i, std::size_t) {
    const PredicateId goal(i);
    if (!bodies_moved && !index_.changed(goal)) return;
    if (made_) {
      made_[goal] = Made::kNot;
      forget(goal);
    } else {
      rebuild(goal);
    }
  });
}

void RulesByShape::prepare(PredicateId goal) const {
  if (!made_) return;
  std::atomic<Made>& made = made_[goal];
  const auto set = [&made](Made state) {
    made.store(state, std::memory_order_release);
    made.notify_all();
  };
  Made seen = made.load(std::memory_order_acquire);
  while (seen != Made::kYes) {
    if (seen == Made::kBeingMade) {
      made.wait(seen, std::memory_order_acquire);
      seen = made.load(std::memory_order_acquire);
    } else if (made.compare_exchange_strong(seen, Made::kBeingMade, std::memory_order_acquire)) {
      try {
        rebuild(goal);
      } catch (...) {
        set(Made::kNot);  // somebody else may have the memory
        throw;
      }
      set(Made::kYes);
      return;
    }
  }
}

// Where relations are soft, a goal's lists have a place for each relation: those of very many goals
// are kept for no longer than they are needed.
void RulesByShape::forget(PredicateId goal) {
  if (symbols_.has_symbolic_relations()) return;
  for (Group& group : std::span(groups_).subspan(goal * kShapes, kShapes)) group = {};
}

void RulesByShape::rebuild(PredicateId goal) const {
  const std::span<Group> groups = std::span(groups_).subspan(goal * kShapes, kShapes);
  for (Group& group : groups) {
    group.rules_.clear();
    for (std::vector<float>& least : group.least_) least.clear();
  }
  others_[goal].clear();
  for (const RuleMatch& match : index_.nearest(goal)) {
    const std::optional<RulePath> path = RulePath::of(rules_[match.rule]);
    if (path) {
      add({match.distance, match.distance, match.rule, *path}, groups[shape_of(*path)]);
    } else {
      others_[goal].push_back(match);
    }
  }
  for (Group& group : groups) sort_by_first(group);
}

void RulesByShape::add(const JoinRule& rule, Group& group) const {
  group.rules_.push_back(rule);
  for (std::size_t i = 0; i < rule.path.size(); ++i) {
    const std::span<const float> distances = symbols_.to_relations(rule.path.steps()[i].predicate);
    if (group.least_[i].empty()) {
      group.least_[i].assign(distances.size(), std::numeric_limits<float>::infinity());
    }
    lower(group.least_[i], rule.head_distance, distances);
  }
}

// Where the first steps' predicates are each near a few relations only.
void RulesByShape::sort_by_first(Group& group) const {
  group.by_first_ = {};
  if (group.rules_.size() <= kFewRules) return;
  const std::size_t relations = group.least_[0].size();
  std::size_t matches = 0;
  const auto for_each_match = [&](auto visit) {
    for (const JoinRule& rule : group.rules_) {
      const PredicateId first = rule.path.steps()[0].predicate;
      const auto distances = symbols_.to_relations(first);
      const auto visit_match = [&](RelationId relation) {
        JoinRule match = rule;
        match.cost = std::max(rule.head_distance, distances[relation]);
        visit(relation, match);
      };
      if (!symbols_.has_symbolic_relations()) {
        std::ranges::for_each(near_[first], visit_match);
        continue;
      }
      for (RelationId relation{0}; relation < relations; ++relation) {
        if (distances[relation] <= symbols_.radius()) visit_match(relation);
      }
    }
  };
  for_each_match([&](std::size_t, const JoinRule&) { ++matches; });
  if (matches > kFewMatches * group.rules_.size()) return;
  group.by_first_ = Grouped<JoinRule>(relations, for_each_match);
  for (RelationId relation{0}; relation < relations; ++relation) {
    const std::span<JoinRule> same = group.by_first_.group(relation);
    if (same.size() < 2) continue;
    std::stable_sort(same.begin(), same.end(),
                     [](const JoinRule& a, const JoinRule& b) { return a.cost < b.cost; });
  }
}

}  // namespace gntp
