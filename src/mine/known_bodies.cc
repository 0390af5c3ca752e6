#include "mine/known_bodies.h"

#include <algorithm>
#include <span>

namespace gntp {

void KnownBodies::count(MinedRule& rule) {
  rule.counts.known_body = rule.body.length == 1 ? count_step(rule) : count_path(rule);
}

std::size_t KnownBodies::count_step(const MinedRule& rule) const {
  const Step step = rule.body.steps[0];
  const bool open = rule.body_constant == kNoEntity;
  const std::span<const Id> members =
      open ? graph_.starts(step) : graph_.targets(rule.body_constant, inverse(step));
  const auto known = [&](Id member) {
    if (member == rule.head_constant || !graph_.has(member, rule.head)) return false;
    if (!open) return true;
    const std::span<const Id> targets = graph_.targets(member, step);
    return targets.size() > 1 || targets.front() != rule.head_constant;
  };
  return static_cast<std::size_t>(std::ranges::count_if(members, known));
}

std::size_t KnownBodies::count_path(const MinedRule& rule) {
  ++token_;
  std::size_t known = 0;
  for (const Id inner : graph_.targets(rule.body_constant, inverse(rule.body.steps[1]))) {
    if (inner == rule.head_constant) continue;
    for (const Id member : graph_.targets(inner, inverse(rule.body.steps[0]))) {
      if (member == rule.head_constant || member == rule.body_constant) continue;
      if (seen_[member] == token_) continue;
      seen_[member] = token_;
      if (graph_.has(member, rule.head)) ++known;
    }
  }
  return known;
}

}  // namespace gntp
