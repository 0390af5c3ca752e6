#include "mine/constant_rules.h"

#include <algorithm>

#include "base/stop.h"
#include "mine/fact_rules.h"

namespace gntp {

ConstantRules::ConstantRules(const StepGraph& graph, const LooplessStarts& starts,
                             const SegmentLinks& links, const MineOptions& options)
    : graph_(graph),
      starts_(starts),
      links_(links),
      options_(options),
      shared_(links.size()),
      open_(graph.steps()) {}

std::size_t ConstantRules::count(EntityId constant, std::vector<MinedRule>& rules) {
  std::size_t accepted = 0;
  for (const StepGraph::Segment& members : graph_.segments(constant)) {
    const std::size_t least = options_.least_constant_support();
    if (members.size() < least || others(graph_.targets(members), constant) < least) continue;
    stop_if_asked();
    count_head(constant, members);
    accepted_.clear();
    list(constant, inverse(members.step));
    accepted += accepted_.size();
    if (options_.per_fact > 0) {
      append_needed(constant, members, rules);
    } else {
      rules.insert(rules.end(), accepted_.begin(), accepted_.end());
    }
  }
  return accepted;
}

// Each X takes the best rules that hold of it, until it has enough.
void ConstantRules::append_needed(EntityId constant, const StepGraph::Segment& members,
                                  std::vector<MinedRule>& rules) {
  std::ranges::sort(accepted_, [this](const MinedRule& a, const MinedRule& b) {
    return is_better_for_facts(a, b, options_);
  });
  unsatisfied_.clear();
  for (const EntityId member : graph_.targets(members)) {
    if (member != constant) unsatisfied_.emplace_back(member, options_.per_fact);
  }
  for (const MinedRule& rule : accepted_) {
    if (unsatisfied_.empty()) return;
    stop_if_asked();
    bool is_needed = false;
    bool is_anyone_satisfied = false;
    for (auto& [member, wanted] : unsatisfied_) {
      if (!predicts(rule, member)) continue;
      is_needed = true;
      is_anyone_satisfied = --wanted == 0 || is_anyone_satisfied;
    }
    if (is_needed) rules.push_back(rule);
    if (is_anyone_satisfied)
      std::erase_if(unsatisfied_, [](auto& each) { return each.second == 0; });
  }
}

bool ConstantRules::predicts(const MinedRule& rule, EntityId member) const {
  const std::span<const EntityId> targets = graph_.targets(member, rule.body.steps[0]);
  if (rule.body_constant != kNoEntity) {
    return member != rule.body_constant && std::ranges::binary_search(targets, rule.body_constant);
  }
  return lead_away(targets, member, rule.head_constant);
}

void ConstantRules::count_head(EntityId constant, const StepGraph::Segment& members) {
  for (const EntityId member : graph_.targets(members)) {
    if (member == constant) continue;
    for (const StepGraph::Segment& segment : graph_.segments(member)) {
      for (const std::uint32_t reverse : links_.reverses(segment)) {
        if (links_.owner(reverse) == member) continue;
        if (shared_[reverse]++ == 0) touched_.push_back(reverse);
      }
      if (!lead_away(graph_.targets(segment), member, constant)) continue;
      if (open_[segment.step]++ == 0) touched_steps_.push_back(segment.step);
    }
  }
}

void ConstantRules::list(EntityId constant, Step head) {
  std::ranges::sort(touched_);
  for (const std::uint32_t number : touched_) {
    const std::size_t support = shared_[number];
    shared_[number] = 0;
    const Step step = inverse(links_.segment(number).step);
    const EntityId body_constant = links_.owner(number);
    const bool trivial = step == head && body_constant == constant;
    if (support < options_.least_constant_support() || trivial) continue;
    add(constant, head, step, body_constant, MinedCounts::of(support, body_of(constant, number)));
  }
  touched_.clear();
  std::ranges::sort(touched_steps_);
  for (const Step step : touched_steps_) {
    const std::size_t support = open_[step];
    open_[step] = 0;
    if (support < options_.least_constant_support()) continue;
    add(constant, head, step, kNoEntity, MinedCounts::of(support, open_body_of(constant, step)));
  }
  touched_steps_.clear();
}

void ConstantRules::add(EntityId constant, Step head, Step step, EntityId body_constant,
                        MinedCounts counts) {
  if (!options_.accept_constants(counts.support, counts.body)) return;
  MinedRule& rule = accepted_.emplace_back();
  rule.body = {1, {step}};
  rule.head = head;
  rule.head_constant = constant;
  rule.body_constant = body_constant;
  rule.counts = counts;
  rule.confidence = options_.corrected(counts.support, counts.body);
}

// The segment's members but for the constants themselves.
std::size_t ConstantRules::body_of(EntityId constant, std::size_t segment) const {
  const std::span<const EntityId> members = graph_.targets(links_.segment(segment));
  const EntityId owner = links_.owner(segment);
  const bool has_head = owner != constant && std::ranges::binary_search(members, constant);
  return others(members, owner) - (has_head ? 1 : 0);
}

// Those who have the step, but for the constant and for those whom it leads to the constant alone.
std::size_t ConstantRules::open_body_of(EntityId constant, Step step) const {
  const bool has_step = lead_away(graph_.targets(constant, step), constant);
  std::size_t body = starts_.count(step) - (has_step ? 1 : 0);
  for (const EntityId member : graph_.targets(constant, inverse(step))) {
    if (member == constant) continue;
    if (!lead_away(graph_.targets(member, step), member, constant)) --body;
  }
  return body;
}

void count_known(const StepGraph& graph, MinedRule& rule) {
  const Step step = rule.body.steps[0];
  const bool open = rule.body_constant == kNoEntity;
  const std::span<const EntityId> members =
      open ? graph.starts(step) : graph.targets(rule.body_constant, inverse(step));
  const auto known = [&](EntityId member) {
    if (member == rule.head_constant || member == rule.body_constant) return false;
    if (!lead_away(graph.targets(member, rule.head), member)) return false;
    return !open || lead_away(graph.targets(member, step), member, rule.head_constant);
  };
  rule.counts.known_body = static_cast<std::size_t>(std::ranges::count_if(members, known));
}

}  // namespace gntp
