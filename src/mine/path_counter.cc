#include "mine/path_counter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kMostLeaps = 4'000'000;  // from one start
constexpr std::size_t kKeptLeaps = 100'000;    // at once, 24 bytes each; more only of one last step
constexpr std::uint32_t kNotKept = std::numeric_limits<std::uint32_t>::max();

}  // namespace

PathCounter::PathCounter(const StepGraph& graph, const LooplessStarts& starts,
                         const MineOptions& options)
    : graph_(graph),
      starts_(starts),
      options_(options),
      front_(graph),
      heads_(graph, starts),
      seen_(graph.entities()),
      leap_counts_(graph.steps()),
      leap_ends_(graph.steps(), kNotKept),
      counts_(graph.steps(), graph.relations()) {}

bool PathCounter::count(const BodyGroup& group, double limit, std::vector<MinedRule>& rules) {
  // Every step with every relation that meets it anywhere would be too many cells.
  const bool is_open = group.prefix.length == 0;
  known_ = is_open && !counts_.is_dense() ? Known::kLater : Known::kCounted;
  paths_ = 0;
  if (is_open) {
    for (EntityId start{0}; start < graph_.entities(); ++start) count_from(start, group);
  } else {
    for (const EntityId start : graph_.starts(group.prefix.steps[0])) {
      if (count_from(start, group) && paths_ <= limit) continue;
      counts_.clear();
      return false;
    }
  }
  append(group.prefix, rules);
  counts_.clear();
  return true;
}

bool PathCounter::count_from(EntityId start, const BodyGroup& group) {
  stop_if_asked();
  const std::span<const Reached> frontier =
      front_.reach(start, group.prefix, std::numeric_limits<std::size_t>::max());
  if (frontier.empty()) return true;
  if (!number_leaps(group, frontier)) return false;
  if (!leaping_.empty()) heads_.look_at(start);
  for (std::size_t begin = 0; begin < leaping_.size();) {
    const std::size_t end = collect(frontier, begin);
    for (; begin < end; ++begin) {
      const Step last = leaping_[begin];
      const std::size_t ends = count_ends(start, frontier, take_leaps(last));
      if (ends == 0) continue;
      counts_.add_body(last, ends);
      if (known_ == Known::kCounted) counts_.add_known(last, heads_.relations(), ends);
    }
  }
  leaping_.clear();
  return true;
}

// How many leaps each of the last steps has.
bool PathCounter::number_leaps(const BodyGroup& group, std::span<const Reached> frontier) {
  std::size_t found = 0;
  for (const Reached& reached : frontier) {
    for (const StepGraph::Segment& segment : graph_.segments(reached.entity)) {
      if (!group.has(segment.step)) continue;
      if (leap_counts_[segment.step]++ == 0) leaping_.push_back(segment.step);
      paths_ += static_cast<double>(segment.size());
      if (++found <= kMostLeaps) continue;
      for (const Step last : leaping_) leap_counts_[last] = 0;
      leaping_.clear();
      return false;
    }
  }
  return true;
}

// The leaps of the last steps from the `begin`-th on. Of a hub they are too many to keep them all
// at once: says which last step is the next to be collected.
std::size_t PathCounter::collect(std::span<const Reached> frontier, std::size_t begin) {
  std::size_t kept = 0;
  std::size_t end = begin;
  for (; end < leaping_.size(); ++end) {
    const Step last = leaping_[end];
    if (end > begin && kept + leap_counts_[last] > kKeptLeaps) break;
    leap_ends_[last] = static_cast<std::uint32_t>(kept);
    kept += leap_counts_[last];
  }
  leaps_.resize(kept);
  for (std::uint32_t from = 0; from < frontier.size(); ++from) {
    for (const StepGraph::Segment& segment : graph_.segments(frontier[from].entity)) {
      std::uint32_t& place = leap_ends_[segment.step];
      if (place != kNotKept) leaps_[place++] = {segment, from};
    }
  }
  return end;
}

// Those that were collected; the step has none afterwards.
std::span<const PathCounter::Leap> PathCounter::take_leaps(Step last) {
  const std::uint32_t count = std::exchange(leap_counts_[last], 0);
  const std::uint32_t end = std::exchange(leap_ends_[last], kNotKept);
  return std::span(leaps_).subspan(end - count, count);
}

std::size_t PathCounter::count_ends(EntityId start, std::span<const Reached> frontier,
                                    std::span<const Leap> leaps) {
  const Step last = leaps.front().segment.step;
  if (leaps.size() == 1) {
    return count_segment(start, frontier[leaps[0].from], leaps[0].segment);
  }
  seen_.clear();
  std::size_t ends = 0;
  for (const Leap& leap : leaps) {
    const Reached& from = frontier[leap.from];
    for (const EntityId end : graph_.targets(leap.segment)) {
      if (end == start || !from.may_go_to(end) || !seen_.insert(end).second) continue;
      ++ends;
      heads_.for_each(end, [&](RelationId relation) { counts_.add_support(last, relation); });
    }
  }
  return ends;
}

// Ends that are one segment's are distinct; and where they are many, the few heads are looked up
// among them instead.
std::size_t PathCounter::count_segment(EntityId start, const Reached& from,
                                       const StepGraph::Segment& segment) {
  constexpr std::size_t kSearch = 8;  // steps of a search, about
  const Step last = segment.step;
  const std::span<const EntityId> targets = graph_.targets(segment);
  const auto is_end = [&](EntityId end) { return end != start && from.may_go_to(end); };
  std::size_t ends = 0;
  if (!heads_.is_listed() || targets.size() < kSearch * heads_.size()) {
    for (const EntityId end : targets) {
      if (!is_end(end)) continue;
      ++ends;
      heads_.for_each(end, [&](RelationId relation) { counts_.add_support(last, relation); });
    }
    return ends;
  }
  heads_.for_each_listed([&](EntityId end, RelationId relation) {
    if (is_end(end) && std::ranges::binary_search(targets, end)) {
      counts_.add_support(last, relation);
    }
  });
  std::array<EntityId, 4> others{start, from.entity, from.via, from.before_via};
  std::ranges::sort(others);
  const auto distinct = std::unique(others.begin(), others.end());
  ends = targets.size();
  for (auto other = others.begin(); other != distinct; ++other) {
    if (std::ranges::binary_search(targets, *other)) --ends;
  }
  return ends;
}

void PathCounter::append(const Body& prefix, std::vector<MinedRule>& rules) {
  counts_.for_each([&](Step last, RelationId relation, std::size_t support, std::size_t known) {
    const Step head = starts_.head_step(relation);
    const bool trivial = prefix.length == 0 && last == head;
    const std::size_t body = counts_.body(last);
    if (trivial || !options_.accept(support, body)) return;
    MinedRule& rule = rules.emplace_back();
    rule.body = prefix;
    rule.body.steps[rule.body.length++] = last;
    rule.head = head;
    rule.counts = MinedCounts::of(support, body);
    rule.counts.known_body = known_ == Known::kLater ? 0 : known;
    rule.confidence = options_.corrected(support, body);
  });
}

std::uint64_t known_pairs(const StepGraph& graph, Step body, Step head) {
  std::span<const EntityId> few = graph.starts(body);
  std::span<const EntityId> many = graph.starts(head);
  if (few.size() > many.size()) std::swap(few, many);
  std::uint64_t pairs = 0;
  auto at = many.begin();
  for (const EntityId start : few) {
    stop_if_asked();
    at = std::lower_bound(at, many.end(), start);
    if (at == many.end()) break;
    if (*at != start || !lead_away(graph.targets(start, head), start)) continue;
    pairs += others(graph.targets(start, body), start);
  }
  return pairs;
}

}  // namespace gntp
