#include "mine/constant_paths.h"

#include <algorithm>
#include <cmath>

#include "base/stop.h"
#include "mine/loopless_starts.h"

namespace gntp {

ConstantHeads::ConstantHeads(const StepGraph& graph, const SegmentLinks& links,
                             std::size_t least_size)
    : first_(graph.entities() + 1) {
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    stop_if_asked();
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      for (const std::uint32_t number : links.reverses(segment)) {
        if (links.owner(number) == entity) continue;
        const std::size_t size = links.segment(number).size();
        if (size >= least_size) heads_.push_back({number, static_cast<std::uint32_t>(size)});
      }
    }
    std::stable_sort(heads_.begin() + static_cast<std::ptrdiff_t>(first_[entity]), heads_.end(),
                     [](const Head& a, const Head& b) { return a.size > b.size; });
    first_[entity + 1] = heads_.size();
  }
}

ConstantPaths::ConstantPaths(const StepGraph& graph, const SegmentLinks& links,
                             const ConstantHeads& heads, const MineOptions& options)
    : graph_(graph),
      links_(links),
      heads_(heads),
      options_(options),
      leaps_(graph.steps()),
      seen_(graph.entities()),
      via_(graph.entities()),
      alone_(graph.entities()),
      shared_(links.size()),
      with_(graph.steps()) {}

void ConstantPaths::count(std::size_t last, std::vector<MinedRule>& rules) {
  const StepGraph::Segment& inner = links_.segment(last);
  end_ = links_.owner(last);
  for (const EntityId entity : graph_.targets(inner)) {
    if (entity == end_) continue;
    for (const StepGraph::Segment& segment : graph_.segments(entity)) {
      std::vector<Leap>& leaps = leaps_[segment.step];
      if (leaps.empty()) leaping_.push_back(segment.step);
      leaps.push_back({entity, segment});
    }
  }
  for (const Step step : leaping_) {
    stop_if_asked();
    std::vector<Leap>& leaps = leaps_[step];
    body_ = {2, {inverse(step), inverse(inner.step)}};
    list_members(leaps);
    if (members_.size() >= options_.least_constant_support()) {
      for (const EntityId member : members_) {
        if (via_[member] != kNoEntity) ++alone_[via_[member]];
      }
      count_common(rules);
      count_inner(leaps, rules);
      for (const Leap& leap : leaps) alone_[leap.inner] = 0;
    }
    leaps.clear();
  }
  leaping_.clear();
}

void ConstantPaths::list_members(const std::vector<Leap>& leaps) {
  ++token_;
  members_.clear();
  for (const Leap& leap : leaps) {
    for (const EntityId member : graph_.targets(leap.segment)) {
      if (member == end_ || member == leap.inner) continue;
      if (is_member(member)) {
        via_[member] = kNoEntity;
        continue;
      }
      seen_[member] = token_;
      via_[member] = leap.inner;
      members_.push_back(member);
    }
  }
}

// Heads whose c is no member's only A: the body is all members but for c.
void ConstantPaths::count_common(std::vector<MinedRule>& rules) {
  const std::size_t least = needed(members_.size() - 1);
  for (const EntityId member : members_) {
    for (const ConstantHeads::Head& head : heads_.of(member)) {
      if (head.size < least) break;
      if (shared_[head.segment]++ == 0) touched_.push_back(head.segment);
    }
  }
  for (const std::uint32_t number : touched_) {
    const std::size_t support = shared_[number];
    shared_[number] = 0;
    const EntityId constant = links_.owner(number);
    if (support < least || alone_[constant] > 0) continue;
    const std::size_t body = members_.size() - (is_member(constant) ? 1 : 0);
    add(inverse(links_.segment(number).step), constant, MinedCounts::of(support, body), rules);
  }
  touched_.clear();
}

// Heads whose c is some members' only A: they are no part of the body.
void ConstantPaths::count_inner(const std::vector<Leap>& leaps, std::vector<MinedRule>& rules) {
  for (const Leap& leap : leaps) {
    const EntityId constant = leap.inner;
    if (alone_[constant] == 0) continue;
    const std::size_t body = members_.size() - alone_[constant] - (is_member(constant) ? 1 : 0);
    const std::size_t least = needed(body);
    if (body < least) continue;
    for (const StepGraph::Segment& segment : graph_.segments(constant)) {
      if (segment.size() < least) continue;
      const auto shared = std::ranges::count_if(graph_.targets(segment), [&](EntityId entity) {
        return entity != constant && is_member(entity) && via_[entity] != constant;
      });
      add(inverse(segment.step), constant, MinedCounts::of(static_cast<std::size_t>(shared), body),
          rules);
    }
  }
}

void ConstantPaths::add(Step head, EntityId constant, MinedCounts counts,
                        std::vector<MinedRule>& rules) {
  if (counts.support == 0 || !options_.accept_constants(counts.support, counts.body)) return;
  MinedRule& rule = rules.emplace_back();
  rule.body = body_;
  rule.head = head;
  rule.head_constant = constant;
  rule.body_constant = end_;
  rule.counts = counts;
  rule.counts.known_body = known(head, constant);
  rule.confidence = options_.corrected(counts.support, counts.body);
}

// The members of the rule's body that have the head's step.
std::size_t ConstantPaths::known(Step head, EntityId constant) {
  const auto has_head = [&](EntityId entity) {
    return lead_away(graph_.targets(entity, head), entity);
  };
  if (alone_[constant] == 0) {
    const bool itself = is_member(constant) && has_head(constant);
    return members_with(head) - (itself ? 1 : 0);
  }
  return static_cast<std::size_t>(std::ranges::count_if(members_, [&](EntityId member) {
    return member != constant && via_[member] != constant && has_head(member);
  }));
}

// Counted for all steps at once, where a body has a rule at all.
std::size_t ConstantPaths::members_with(Step head) {
  if (with_token_ != token_) {
    with_token_ = token_;
    std::ranges::fill(with_, 0);
    for (const EntityId member : members_) {
      for (const StepGraph::Segment& segment : graph_.segments(member)) {
        if (lead_away(graph_.targets(segment), member)) ++with_[segment.step];
      }
    }
  }
  return with_[head];
}

// No less support can be enough.
std::size_t ConstantPaths::needed(std::size_t body) const {
  const double confident =
      options_.min_confidence * (static_cast<double>(body) + options_.correction);
  return std::max(options_.least_constant_support(),
                  static_cast<std::size_t>(std::floor(confident)));
}

}  // namespace gntp
