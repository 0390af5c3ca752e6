#include "mine/path_counter.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/stop.h"

namespace gntp {

PathCounter::PathCounter(const StepGraph& graph, const LooplessStarts& starts,
                         const MineOptions& options)
    : graph_(graph),
      starts_(starts),
      options_(options),
      front_(graph),
      heads_(graph, starts),
      seen_(graph.entities()),
      leaps_(graph.steps()),
      bodies_(graph.steps()),
      cells_(graph.steps() * graph.relations()) {}

bool PathCounter::count(const BodyGroup& group, double limit, std::vector<MinedRule>& rules) {
  // Every step with every relation that meets it anywhere would be too many cells.
  const bool is_open = group.prefix.length == 0;
  const std::size_t all_cells = graph_.steps() * graph_.relations();
  known_ = is_open && all_cells > cells_.kFewKeys ? Known::kLater : Known::kCounted;
  paths_ = 0;
  if (is_open) {
    for (EntityId start{0}; start < graph_.entities(); ++start) count_from(start, group);
  } else {
    for (const EntityId start : graph_.starts(group.prefix.steps[0])) {
      count_from(start, group);
      if (paths_ <= limit) continue;
      clear();
      return false;
    }
  }
  append(group.prefix, rules);
  clear();
  return true;
}

void PathCounter::count_from(EntityId start, const BodyGroup& group) {
  stop_if_asked();
  const std::span<const Reached> frontier =
      front_.reach(start, group.prefix, std::numeric_limits<std::size_t>::max());
  if (frontier.empty()) return;
  collect(group, frontier);
  if (!leaping_.empty()) heads_.look_at(start);
  for (const Step last : leaping_) count_ends(start, last);
  leaping_.clear();
}

// The last steps from where the paths are, step by step.
void PathCounter::collect(const BodyGroup& group, std::span<const Reached> frontier) {
  for (const Reached& reached : frontier) {
    for (const StepGraph::Segment& segment : graph_.segments(reached.entity)) {
      if (!group.has(segment.step)) continue;
      std::vector<Leap>& leaps = leaps_[segment.step];
      if (leaps.empty()) leaping_.push_back(segment.step);
      leaps.push_back({segment, reached});
      paths_ += static_cast<double>(segment.size());
    }
  }
}

PathCounter::Cell& PathCounter::cell(Step last, RelationId relation) {
  const std::uint64_t key = std::uint64_t{last} * graph_.relations() + relation;
  const auto [cell, is_new] = cells_.insert(key);
  if (is_new) filled_.push_back(key);
  return *cell;
}

void PathCounter::count_ends(EntityId start, Step last) {
  seen_.clear();
  std::size_t ends = 0;
  for (const Leap& leap : leaps_[last]) {
    for (const EntityId end : graph_.targets(leap.segment)) {
      if (end == start || !leap.from.may_go_to(end) || !seen_.insert(end).second) continue;
      ++ends;
      heads_.for_each(end, [&](RelationId relation) { ++cell(last, relation).support; });
    }
  }
  leaps_[last].clear();
  if (ends == 0) return;
  if (bodies_[last] == 0) counted_.push_back(last);
  bodies_[last] += ends;
  if (known_ == Known::kLater) return;
  for (const RelationId relation : heads_.relations()) cell(last, relation).known_body += ends;
}

void PathCounter::append(const Body& prefix, std::vector<MinedRule>& rules) {
  for (const std::uint64_t key : filled_) {
    const Cell& counts = *cells_.find(key);
    const auto last = static_cast<Step>(key / graph_.relations());
    const Step head = starts_.head_step(RelationId(key % graph_.relations()));
    const bool trivial = prefix.length == 0 && last == head;
    const std::size_t body = bodies_[last];
    if (counts.support == 0 || trivial || !options_.accept(counts.support, body)) continue;
    MinedRule& rule = rules.emplace_back();
    rule.body = prefix;
    rule.body.steps[rule.body.length++] = last;
    rule.head = head;
    rule.counts = MinedCounts::of(counts.support, body);
    rule.counts.known_body = known_ == Known::kLater ? known_pairs(last, head) : counts.known_body;
    rule.confidence = options_.corrected(counts.support, body);
  }
}

// The pairs of a body of one step whose start has the head's step, too.
std::uint64_t PathCounter::known_pairs(Step body, Step head) const {
  std::span<const EntityId> few = graph_.starts(body);
  std::span<const EntityId> many = graph_.starts(head);
  if (few.size() > many.size()) std::swap(few, many);
  std::uint64_t pairs = 0;
  auto at = many.begin();
  for (const EntityId start : few) {
    at = std::lower_bound(at, many.end(), start);
    if (at == many.end()) break;
    if (*at != start || !lead_away(graph_.targets(start, head), start)) continue;
    pairs += others(graph_.targets(start, body), start);
  }
  return pairs;
}

void PathCounter::clear() {
  for (const Step last : counted_) bodies_[last] = 0;
  counted_.clear();
  cells_.clear();
  filled_.clear();
}

}  // namespace gntp
