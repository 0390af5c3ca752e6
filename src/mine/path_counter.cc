#include "mine/path_counter.h"

#include <algorithm>

#include "base/stop.h"

namespace gntp {
namespace {}  // namespace

HeadPairs::HeadPairs(const StepGraph& graph) : first_(graph.entities() + 1) {
  for (EntityId start{0}; start < graph.entities(); ++start) {
    stop_if_asked();
    for (const StepGraph::Segment& segment : graph.segments(start)) {
      const RelationId relation = relation_of(segment.step);
      if (segment.step != graph.head_step(relation)) continue;
      for (const EntityId end : graph.targets(segment)) pairs_.push_back({end, relation});
    }
    std::sort(pairs_.begin() + first_[start], pairs_.end());
    first_[start + 1] = static_cast<std::uint32_t>(pairs_.size());
  }
}

std::span<const HeadPairs::Pair> HeadPairs::from(EntityId start) const {
  return {pairs_.data() + first_[start], first_[start + 1] - first_[start]};
}

PathCounter::PathCounter(const StepGraph& graph, const HeadPairs& pairs, const MineOptions& options)
    : graph_(graph),
      pairs_(pairs),
      options_(options),
      seen_(graph.entities()),
      place_(graph.entities()),
      is_head_(graph.entities()),
      head_at_(graph.entities()),
      leaps_(graph.steps()),
      rows_(graph.steps()) {}

void PathCounter::count(const BodyGroup& group, std::vector<MinedRule>& rules) {
  std::vector<EntityId> everyone;
  if (group.prefix.length == 0) {
    for (EntityId entity{0}; entity < graph_.entities(); ++entity) everyone.push_back(entity);
  }
  const std::span<const EntityId> starts =
      group.prefix.length == 0 ? everyone : graph_.starts(group.prefix.steps[0]);
  const std::size_t step = stride(group.prefix);
  std::size_t counted = 0;
  for (std::size_t i = 0; i < starts.size(); i += step) {
    stop_if_asked();
    ++counted;
    reach(starts[i], group.prefix);
    if (frontier_.empty()) continue;
    mark_heads(starts[i]);
    collect(group.lasts);
    for (const Step last : leaping_) count_ends(starts[i], last);
    leaping_.clear();
  }
  const double share =
      step == 1 ? 1 : static_cast<double>(counted) / static_cast<double>(starts.size());
  append(group.prefix, share, rules);
  clear();
}

// The paths of two more steps, of which the first is given.
std::size_t PathCounter::ways_on(EntityId entity, Step step) const {
  std::size_t ways = 0;
  for (const EntityId next : graph_.targets(entity, step)) ways += graph_.degree(next);
  return ways;
}

// Every so many starts are counted, so that the paths stay within the limit.
std::size_t PathCounter::stride(const Body& prefix) const {
  if (options_.max_paths == 0 || prefix.length == 0) return 1;
  const Step first = prefix.steps[0];
  std::size_t paths = 0;
  if (prefix.length == 1) {
    for (const EntityId inner : graph_.starts(inverse(first))) {
      paths += graph_.targets(inner, inverse(first)).size() * graph_.degree(inner);
    }
  } else {
    for (const EntityId inner : graph_.starts(prefix.steps[1])) {
      std::size_t weight = 0;
      for (const EntityId next : graph_.targets(inner, prefix.steps[1])) {
        weight += prefix.length == 2 ? graph_.degree(next) : ways_on(next, prefix.steps[2]);
      }
      paths += weight * graph_.targets(inner, inverse(first)).size();
    }
  }
  return std::max<std::size_t>(1, (paths + options_.max_paths - 1) / options_.max_paths);
}

// The ends of the prefix's paths from `start`.
void PathCounter::reach(EntityId start, const Body& prefix) {
  if (prefix.length > 2) {
    reach_by_paths(start, prefix);
    return;
  }
  frontier_.assign(1, {start, kNoEntity});
  for (std::size_t i = 0; i < prefix.length; ++i) reach_further(start, prefix.steps[i]);
}

// An entity that is reached through several others may be left for any of them.
void PathCounter::reach_further(EntityId start, Step step) {
  ++token_;
  next_.clear();
  for (const Reached& reached : frontier_) {
    for (const EntityId target : graph_.targets(reached.entity, step)) {
      if (target == start) continue;
      if (seen_[target] == token_) {
        next_[place_[target]].via = kNoEntity;
        continue;
      }
      seen_[target] = token_;
      place_[target] = static_cast<std::uint32_t>(next_.size());
      next_.push_back({target, reached.entity});
    }
  }
  std::swap(frontier_, next_);
}

// Path by path: after three steps it matters by which entities each has come.
void PathCounter::reach_by_paths(EntityId start, const Body& prefix) {
  frontier_.clear();
  for (const EntityId first : graph_.targets(start, prefix.steps[0])) {
    if (first == start) continue;
    for (const EntityId second : graph_.targets(first, prefix.steps[1])) {
      if (second == start || second == first) continue;
      for (const EntityId third : graph_.targets(second, prefix.steps[2])) {
        if (third == start || third == first || third == second) continue;
        frontier_.push_back({third, second, first});
      }
    }
  }
}

void PathCounter::mark_heads(EntityId start) {
  ++heads_token_;
  heads_ = pairs_.from(start);
  head_relations_.clear();
  for (std::uint32_t i = 0; i < heads_.size(); ++i) {
    if (is_head_[heads_[i].end] == heads_token_) continue;
    is_head_[heads_[i].end] = heads_token_;
    head_at_[heads_[i].end] = i;
  }
  for (const StepGraph::Segment& segment : graph_.segments(start)) {
    const RelationId relation = relation_of(segment.step);
    if (segment.step == graph_.head_step(relation)) head_relations_.push_back(relation);
  }
}

// The last steps from where the paths are, step by step.
void PathCounter::collect(const std::vector<Step>& lasts) {
  for (const Reached& reached : frontier_) {
    for (const StepGraph::Segment& segment : graph_.segments(reached.entity)) {
      if (!lasts.empty() && !std::ranges::binary_search(lasts, segment.step)) continue;
      std::vector<Leap>& leaps = leaps_[segment.step];
      if (leaps.empty()) leaping_.push_back(segment.step);
      leaps.push_back({segment, reached});
    }
  }
}

void PathCounter::count_ends(EntityId start, Step last) {
  Row& row = rows_[last];
  row.support.resize(graph_.relations());
  row.known_body.resize(graph_.relations());
  ++token_;
  std::size_t ends = 0;
  for (const Leap& leap : leaps_[last]) {
    for (const EntityId end : graph_.targets(leap.segment)) {
      const bool goes_back = end == leap.from.via || end == leap.from.before_via;
      if (end == start || goes_back || seen_[end] == token_) continue;
      seen_[end] = token_;
      ++ends;
      if (is_head_[end] != heads_token_) continue;
      for (std::size_t i = head_at_[end]; i < heads_.size() && heads_[i].end == end; ++i) {
        ++row.support[heads_[i].relation];
      }
    }
  }
  leaps_[last].clear();
  if (ends == 0) return;
  if (row.body == 0) counted_.push_back(last);
  row.body += ends;
  for (const RelationId relation : head_relations_) row.known_body[relation] += ends;
}

void PathCounter::append(const Body& prefix, double share, std::vector<MinedRule>& rules) {
  std::ranges::sort(counted_);
  for (const Step last : counted_) {
    const Row& row = rows_[last];
    for (RelationId relation{0}; relation < graph_.relations(); ++relation) {
      const std::size_t support = row.support[relation];
      const Step head = graph_.head_step(relation);
      const bool trivial = prefix.length == 0 && last == head;
      if (support == 0 || trivial || !options_.accept(support, row.body)) continue;
      MinedRule& rule = rules.emplace_back();
      rule.body = prefix;
      rule.body.steps[rule.body.length++] = last;
      rule.head = head;
      rule.counts = MinedCounts::of(support, row.body);
      rule.counts.known_body = row.known_body[relation];
      rule.counts.share = static_cast<float>(share);
      rule.confidence = options_.corrected(support, row.body);
    }
  }
}

void PathCounter::clear() {
  for (const Step last : counted_) {
    rows_[last].body = 0;
    std::ranges::fill(rows_[last].support, 0);
    std::ranges::fill(rows_[last].known_body, 0);
  }
  counted_.clear();
}

}  // namespace gntp
