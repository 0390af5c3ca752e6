#include "index/rule_path.h"

#include <algorithm>
#include <vector>

namespace gntp {
namespace {

bool has_constant(const Atom& atom) {
  return !atom.arguments[0].is_variable() || !atom.arguments[1].is_variable();
}

}  // namespace

std::optional<RulePath> RulePath::of(const Rule& rule) {
  const auto& [from, to] = rule.head.arguments;
  if (rule.body.empty() || rule.body.size() > kMaxSteps || from == to) return std::nullopt;
  if (has_constant(rule.head) || std::ranges::any_of(rule.body, has_constant)) return std::nullopt;
  RulePath path;
  std::vector<Term> seen = {from};
  while (path.size_ < rule.body.size()) {
    const Term at = seen.back();
    if (at == to) return std::nullopt;
    std::optional<Step> next;
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      const auto is_atom = [i](const Step& step) { return step.atom == i; };
      if (std::ranges::any_of(path.steps(), is_atom)) continue;
      const Atom& atom = rule.body[i];
      if (atom.arguments[0] != at && atom.arguments[1] != at) continue;
      if (next) return std::nullopt;  // a fork
      const std::uint8_t direction = atom.arguments[0] == at ? 0 : 1;
      next = Step{atom.predicate, direction, static_cast<std::uint8_t>(i)};
    }
    if (!next) return std::nullopt;
    const Term after = rule.body[next->atom].arguments[1 - next->direction];
    if (std::ranges::find(seen, after) != seen.end()) return std::nullopt;
    seen.push_back(after);
    path.steps_[path.size_++] = *next;
  }
  if (seen.back() != to) return std::nullopt;
  return path;
}

RulePath RulePath::reversed() const {
  RulePath path = *this;
  std::reverse(path.steps_.begin(), path.steps_.begin() + static_cast<std::ptrdiff_t>(size_));
  for (Step& step : path.steps_) step.direction = 1 - step.direction;
  return path;
}

}  // namespace gntp
