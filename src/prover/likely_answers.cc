#include "prover/likely_answers.h"

#include <algorithm>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kLooks = 1024;      // entities that a way may lead to before it is left
constexpr std::size_t kAllLooks = 32768;  // the same of all ways together
constexpr std::size_t kPartOfWay = 8;     // one of so many answers may come by the same way

}  // namespace

LikelyAnswers::LikelyAnswers(const RuleTree& tree, const StepGraph& graph, const AnswerQuery& query)
    : graph_(graph), query_(query), matches_(tree.matches(query.predicate)) {
  Way known;
  known.from = query.known;
  known.steps[known.size++] = step_of(query);
  ways_.push_back(known);
  const RuleTree::Side& side = tree.side(query.predicate, query.asked);
  Way begin;
  begin.from = query.known;
  list_ways(side, side.root(), begin);
  for (const RuleTree::ReverseRule& rule : side.reverse_rules(query.known)) {
    const auto from = rule.from_place ? std::optional(rule.leaf.place) : std::nullopt;
    ways_.push_back({distance_of(rule.leaf), from, rule.all_steps, rule.size});
  }
  std::ranges::sort(ways_, {}, &Way::key);
}

// Those of the node and of what follows it.
void LikelyAnswers::list_ways(const RuleTree::Side& side, const RuleTree::Node& node, Way way) {
  for (const RuleTree::Leaf& leaf : side.here(node)) {
    way.distance = distance_of(leaf);
    ways_.push_back(way);
  }
  for (const auto leaves : {side.anywhere(node), side.at_places(node)}) {
    for (const RuleTree::Leaf& leaf : leaves) {
      ways_.push_back({distance_of(leaf), leaf.answer, {}, 0});
    }
  }
  for (std::uint32_t child = 0; child < node.children[1] - node.children[0]; ++child) {
    const RuleTree::Node& next = side.child(node, child);
    if (way.size == 0 && !graph_.has(query_.known, next.step)) continue;
    Way longer = way;
    longer.steps[longer.size++] = next.step;
    list_ways(side, next, longer);
  }
}

float LikelyAnswers::distance_of(const RuleTree::Leaf& leaf) const {
  return std::max(matches_[leaf.match].distance, leaf.body);
}

std::vector<EntityId> LikelyAnswers::find(std::size_t most, const IsWanted& is_wanted) {
  most_ = most;
  is_wanted_ = &is_wanted;
  found_.clear();
  std::size_t all_looks = 0;
  for (const Way& way : ways_) {
    stop_if_asked();
    looks_ = 0;
    most_of_way_ = std::min(most_, found_.size() + std::max<std::size_t>(1, most_ / kPartOfWay));
    follow(way);
    all_looks += looks_;
    if (found_.size() == most_ || all_looks >= kAllLooks) break;
  }
  std::vector<EntityId> answers;
  answers.reserve(found_.size());
  for (const std::uint32_t id : found_) answers.emplace_back(id);
  std::ranges::sort(answers);
  return answers;
}

bool LikelyAnswers::is_enough() const {
  return looks_ >= kLooks || found_.size() == most_of_way_;
}

void LikelyAnswers::follow(const Way& way) {
  const std::span<const Step> steps = way.all_steps();
  if (way.from) {
    follow({&*way.from, 1}, steps);
  } else {
    follow(graph_.starts(inverse(steps.front())), steps.subspan(1));
  }
}

void LikelyAnswers::follow(std::span<const EntityId> entities, std::span<const Step> steps) {
  for (std::size_t i = 0; i < entities.size(); ++i) {
    if (is_enough()) return;
    ++looks_;
    const EntityId entity = entities[i];
    if (!steps.empty()) {
      graph_.fetch_ahead(i, entities.size(), [&](std::size_t at) { return entities[at]; });
      follow(graph_.targets(entity, steps.front()), steps.subspan(1));
    } else if ((*is_wanted_)(entity)) {
      found_.insert(entity);
    }
  }
}

}  // namespace gntp
