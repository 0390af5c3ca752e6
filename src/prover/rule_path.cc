#include "prover/rule_path.h"

#include <algorithm>
#include <vector>

namespace gntp {

std::optional<BodyWalk> BodyWalk::from(const Term& start, std::span<const Atom> body) {
  if (body.empty() || body.size() > kMaxSteps) return std::nullopt;
  BodyWalk walk;
  std::vector<Term> seen = {start};
  while (walk.size < body.size()) {
    const Term at = seen.back();
    if (!at.is_variable()) return std::nullopt;
    std::optional<Step> next;
    for (std::size_t i = 0; i < body.size(); ++i) {
      const auto is_atom = [i](const Step& step) { return step.atom == i; };
      if (std::ranges::any_of(std::span(walk.steps).first(walk.size), is_atom)) continue;
      const Atom& atom = body[i];
      if (atom.arguments[0] != at && atom.arguments[1] != at) continue;
      if (next) return std::nullopt;  // a fork
      const std::uint8_t direction = atom.arguments[0] == at ? 0 : 1;
      next = Step{atom.predicate, direction, static_cast<std::uint8_t>(i)};
    }
    if (!next) return std::nullopt;
    const Term after = body[next->atom].arguments[1 - next->direction];
    if (std::ranges::find(seen, after) != seen.end()) return std::nullopt;
    seen.push_back(after);
    walk.steps[walk.size++] = *next;
  }
  walk.end = seen.back();
  return walk;
}

std::optional<RulePath> RulePath::of(const Rule& rule) {
  const auto& [from, to] = rule.head.arguments;
  if (!from.is_variable() || !to.is_variable()) return std::nullopt;
  const auto walk = BodyWalk::from(from, rule.body);
  if (!walk || walk->end != to || walk->size > kMaxSteps) return std::nullopt;
  RulePath path;
  path.size_ = walk->size;
  std::copy_n(walk->steps.begin(), walk->size, path.steps_.begin());
  return path;
}

RulePath RulePath::reversed() const {
  RulePath path = *this;
  std::reverse(path.steps_.begin(), path.steps_.begin() + static_cast<std::ptrdiff_t>(size_));
  for (Step& step : path.steps_) step.direction = 1 - step.direction;
  return path;
}

}  // namespace gntp
