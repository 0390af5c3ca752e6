#include "mine/selection.h"

#include <algorithm>
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

std::vector<MinedRule> select_rules(std::vector<MinedRule> rules, std::size_t relations,
                                    const MineOptions& options) {
  std::ranges::sort(rules, is_better);
  if (options.max_per_head > 0) {
    std::vector<std::size_t> kept(relations);
    std::erase_if(rules, [&](const MinedRule& rule) {
      return ++kept[relation_of(rule.head)] > options.max_per_head;
    });
  }
  if (options.max_rules > 0 && rules.size() > options.max_rules) rules.resize(options.max_rules);
  return rules;
}

}  // namespace gntp
