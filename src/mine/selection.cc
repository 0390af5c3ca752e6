#include "mine/selection.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace gntp {
namespace {

bool is_better(const MinedRule& a, const MinedRule& b) {
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.counts.support != b.counts.support) return a.counts.support > b.counts.support;
  return std::tie(a.body, a.head, a.head_constant, a.body_constant) <
         std::tie(b.body, b.head, b.head_constant, b.body_constant);
}

}  // namespace

std::vector<MinedRule> select_rules(std::vector<MinedRule> rules, const MineOptions& options) {
  std::ranges::sort(rules, is_better);
  const std::size_t limit =
      options.max_rules > 0 ? options.max_rules : std::numeric_limits<std::size_t>::max();
  std::array<std::size_t, kRuleKinds> of_kind{};
  std::erase_if(rules, [&](const MinedRule& rule) {
    const auto kind = static_cast<std::size_t>(kind_of(rule));
    return ++of_kind[kind] > limit;
  });
  return rules;
}

}  // namespace gntp
