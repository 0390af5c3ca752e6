#include "mine/constant_rules.h"

#include <algorithm>

#include "base/stop.h"

namespace gntp {

ConstantRules::ConstantRules(const StepGraph& graph, const SegmentLinks& links,
                             const MineOptions& options)
    : graph_(graph),
      links_(links),
      options_(options),
      shared_(graph.segment_count()),
      open_(graph.steps()) {}

void ConstantRules::count(EntityId constant, std::vector<MinedRule>& rules) {
  for (const StepGraph::Segment& members : graph_.segments(constant)) {
    if (members.size() < options_.least_constant_support()) continue;
    stop_if_asked();
    count_head(constant, members);
    append(constant, inverse(members.step), rules);
  }
}

void ConstantRules::count_head(EntityId constant, const StepGraph::Segment& members) {
  for (const EntityId member : graph_.targets(members)) {
    for (const StepGraph::Segment& segment : graph_.segments(member)) {
      for (const std::uint32_t reverse : links_.reverses(segment)) {
        if (shared_[reverse]++ == 0) touched_.push_back(reverse);
      }
      const bool to_constant_alone =
          segment.size() == 1 && graph_.targets(segment).front() == constant;
      if (to_constant_alone) continue;
      if (open_[segment.step]++ == 0) touched_steps_.push_back(segment.step);
    }
  }
}

void ConstantRules::append(EntityId constant, Step head, std::vector<MinedRule>& rules) {
  std::ranges::sort(touched_);
  for (const std::uint32_t number : touched_) {
    const std::size_t support = shared_[number];
    shared_[number] = 0;
    const Step step = inverse(graph_.segment(number).step);
    const EntityId body_constant = links_.owner(number);
    const bool trivial = step == head && body_constant == constant;
    if (support < options_.least_constant_support() || trivial) continue;
    add(constant, head, step, body_constant, MinedCounts::of(support, body_of(constant, number)),
        rules);
  }
  touched_.clear();
  std::ranges::sort(touched_steps_);
  for (const Step step : touched_steps_) {
    const std::size_t support = open_[step];
    open_[step] = 0;
    if (support < options_.least_constant_support()) continue;
    add(constant, head, step, kNoEntity, MinedCounts::of(support, open_body_of(constant, step)),
        rules);
  }
  touched_steps_.clear();
}

void ConstantRules::add(EntityId constant, Step head, Step step, EntityId body_constant,
                        MinedCounts counts, std::vector<MinedRule>& rules) const {
  if (!options_.accept_constants(counts.support, counts.body)) return;
  MinedRule& rule = rules.emplace_back();
  rule.body = {1, {step}};
  rule.head = head;
  rule.head_constant = constant;
  rule.body_constant = body_constant;
  rule.counts = counts;
  rule.confidence = options_.corrected(counts.support, counts.body);
}

// The segment's members but for the head's constant itself.
std::size_t ConstantRules::body_of(EntityId constant, std::size_t segment) const {
  const std::span<const EntityId> members = graph_.targets(graph_.segment(segment));
  return members.size() - (std::ranges::binary_search(members, constant) ? 1 : 0);
}

// Those who have the step, but for the constant and for those whom it leads to the constant alone.
std::size_t ConstantRules::open_body_of(EntityId constant, Step step) const {
  std::size_t body = graph_.starts(step).size() - (graph_.has(constant, step) ? 1 : 0);
  for (const EntityId member : graph_.targets(constant, inverse(step))) {
    if (graph_.targets(member, step).size() == 1) --body;
  }
  return body;
}

void count_known(const StepGraph& graph, MinedRule& rule) {
  const Step step = rule.body.steps[0];
  const bool open = rule.body_constant == kNoEntity;
  const std::span<const EntityId> members =
      open ? graph.starts(step) : graph.targets(rule.body_constant, inverse(step));
  const auto known = [&](EntityId member) {
    if (member == rule.head_constant || !graph.has(member, rule.head)) return false;
    if (!open) return true;
    const std::span<const EntityId> targets = graph.targets(member, step);
    return targets.size() > 1 || targets.front() != rule.head_constant;
  };
  rule.counts.known_body = static_cast<std::size_t>(std::ranges::count_if(members, known));
}

}  // namespace gntp
