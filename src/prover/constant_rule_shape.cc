#include "prover/constant_rule_shape.h"

namespace gntp {

std::optional<ConstantRuleShape> ConstantRuleShape::of(const Rule& rule) {
  const auto& [first, second] = rule.head.arguments;
  if (first.is_variable() == second.is_variable()) return std::nullopt;
  const std::size_t variable = first.is_variable() ? 0 : 1;
  const auto walk = BodyWalk::from(rule.head.arguments[variable], rule.body);
  if (!walk) return std::nullopt;
  ConstantRuleShape path{variable, rule.head.arguments[1 - variable].entity_id(), std::nullopt,
                         *walk};
  if (!walk->end.is_variable()) path.place = walk->end.entity_id();
  return path;
}

}  // namespace gntp
