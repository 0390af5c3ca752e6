#include "prover/merged_tree.h"

#include <algorithm>
#include <limits>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

MergedTree::MergedTree(const Reasoner& reasoner, PredicateId predicate, AskedSide asked)
    : reasoner_(reasoner), steps_(2 * reasoner.kb().relations.size()) {
  add_node();
  const std::span<const float> to_relations = reasoner.symbols().to_relations(predicate);
  for (RelationId relation{0}; relation < to_relations.size(); ++relation) {
    const Step step = asked == AskedSide::kTail ? forwards(relation) : backwards(relation);
    places_[step].least = to_relations[relation];
  }
  if (reasoner.options().depth > 0) {
    for (const RuleMatch& match : reasoner.rules().nearest(predicate)) {
      if (!add(match, asked)) other_rules_.push_back(match);
    }
  }
  find_nearest();
}

// Whether the rule is a path that fits in the tree.
bool MergedTree::add(const RuleMatch& match, AskedSide asked) {
  const auto path = path_of(reasoner_.kb().rules[match.rule]);
  if (!path) return false;
  std::vector<std::vector<Match>> steps;
  for (const BodyWalk::Step& step : path->all()) {
    // From the tail a path is walked the other way round.
    const std::size_t direction = asked == AskedSide::kTail ? step.direction : 1 - step.direction;
    steps.push_back(matches_of(step.predicate, direction));
    if (steps.back().empty()) return true;  // no fact is near enough
  }
  if (asked == AskedSide::kHead) std::ranges::reverse(steps);
  if ((nearest_.size() + missing_nodes(kRoot, steps)) * steps_ > kMaxPlaces) return false;
  add(kRoot, steps, match.distance);
  return true;
}

void MergedTree::add(std::uint32_t node, Matches steps, float before) {
  for (const Match& match : steps.front()) {
    const float distance = std::max(before, match.distance);
    const std::size_t place = node * steps_ + match.step;
    if (steps.size() == 1) {
      places_[place].least = std::min(places_[place].least, distance);
      continue;
    }
    if (places_[place].node == kNoNode) {
      const std::uint32_t next = add_node();
      places_[place].node = next;
    }
    add(places_[place].node, steps.subspan(1), distance);
  }
}

// How many nodes a rule with these steps would add.
std::size_t MergedTree::missing_nodes(std::uint32_t node, Matches steps) const {
  if (steps.size() == 1) return 0;
  std::size_t all_new = 0;  // below a step that has no node yet, itself included
  std::size_t nodes = 1;
  for (const std::vector<Match>& later : steps.subspan(1)) {
    all_new += nodes;
    nodes *= later.size();
  }
  std::size_t missing = 0;
  for (const Match& match : steps.front()) {
    const std::uint32_t next = place(node, match.step).node;
    missing += next == kNoNode ? all_new : missing_nodes(next, steps.subspan(1));
  }
  return missing;
}

std::uint32_t MergedTree::add_node() {
  nearest_.push_back(kInfinity);
  places_.resize(places_.size() + steps_, {kInfinity, kNoNode});
  return static_cast<std::uint32_t>(nearest_.size() - 1);
}

// The steps within the radius of a predicate.
std::vector<MergedTree::Match> MergedTree::matches_of(PredicateId predicate,
                                                      std::size_t direction) const {
  std::vector<Match> matches;
  const std::span<const float> distances = reasoner_.symbols().to_relations(predicate);
  for (RelationId relation{0}; relation < distances.size(); ++relation) {
    if (distances[relation] > reasoner_.radius()) continue;
    matches.push_back(
        {direction == 0 ? forwards(relation) : backwards(relation), distances[relation]});
  }
  return matches;
}

// A node comes after the one that leads to it, so the last come first.
void MergedTree::find_nearest() {
  for (std::size_t node = nearest_.size(); node-- > 0;) {
    for (const Place& place : std::span(places_).subspan(node * steps_, steps_)) {
      nearest_[node] = std::min(nearest_[node], place.least);
      if (place.node != kNoNode) nearest_[node] = std::min(nearest_[node], nearest_[place.node]);
    }
  }
}

}  // namespace gntp
