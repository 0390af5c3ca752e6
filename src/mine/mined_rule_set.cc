#include "mine/mined_rule_set.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gntp {
namespace {

// What decides the form of a mined rule: few bits, so that forms are looked up and not compared.
struct Pattern {
  std::uint8_t length = 0;
  std::uint8_t directions = 0;  // a bit for each step, set where it goes backwards
  bool backwards_head = false;
  bool has_head_constant = false;
  bool has_body_constant = false;
  friend auto operator<=>(const Pattern&, const Pattern&) = default;
};

std::array<Term, 2> arguments(bool backwards, Term from, Term to) {
  return backwards ? std::array{to, from} : std::array{from, to};
}

// The path from the start to the end; turned round where the start is the head's second argument,
// so that it always reads from X to Y.
MinedRule reading_forwards(const MinedRule& rule) {
  MinedRule turned = rule;
  if (rule.head_constant != kNoEntity || is_forwards(rule.head)) return turned;
  turned.head = inverse(rule.head);
  const auto end = turned.body.steps.begin() + turned.body.length;
  std::reverse(turned.body.steps.begin(), end);
  std::for_each(turned.body.steps.begin(), end, [](Step& step) { step = inverse(step); });
  return turned;
}

Pattern pattern_of(const MinedRule& rule) {
  Pattern pattern{rule.body.length, 0, !is_forwards(rule.head), rule.head_constant != kNoEntity,
                  rule.body_constant != kNoEntity};
  for (std::size_t i = 0; i < rule.body.length; ++i) {
    const unsigned bit = is_forwards(rule.body.steps[i]) ? 0U : 1U << i;
    pattern.directions = static_cast<std::uint8_t>(pattern.directions | bit);
  }
  return pattern;
}

// Variables are X and Y, or X alone beside a constant, then A, B, C; numbered as they come.
RuleForm form_of(const Pattern& pattern) {
  RuleForm form;
  const auto variable = [&form](std::string name) {
    form.variables.push_back(std::move(name));
    return Term::variable(static_cast<std::uint32_t>(form.variables.size() - 1));
  };
  const auto constant = [&form] { return Term::entity(EntityId(form.constants++)); };
  const auto inner = [&](std::size_t i) {
    return variable(std::string(1, static_cast<char>('A' + i)));
  };
  Term from = variable("X");
  const Term head_end = pattern.has_head_constant ? constant() : variable("Y");
  form.atoms.push_back(arguments(pattern.backwards_head, from, head_end));
  for (std::size_t i = 0; i < pattern.length; ++i) {
    const bool last = i + 1U == pattern.length;
    Term to = head_end;
    if (!last || (pattern.has_head_constant && !pattern.has_body_constant)) {
      to = inner(i);
    } else if (pattern.has_body_constant) {
      to = constant();
    }
    form.atoms.push_back(arguments((pattern.directions >> i & 1U) != 0, from, to));
    from = to;
  }
  return form;
}

}  // namespace

void append_rules(std::span<const MinedRule> rules, RuleSet& set) {
  std::size_t symbol_count = 0;
  for (const MinedRule& rule : rules) symbol_count += rule.body.length + 3U;
  set.reserve(set.size() + rules.size(), symbol_count);
  std::map<Pattern, RuleSet::FormId> forms;
  std::vector<std::uint32_t> symbols;
  for (const MinedRule& each : rules) {
    if (each.confidence <= 0) continue;
    const MinedRule rule = reading_forwards(each);
    const Pattern pattern = pattern_of(rule);
    auto form = forms.find(pattern);
    if (form == forms.end()) form = forms.emplace(pattern, set.add_form(form_of(pattern))).first;
    symbols.assign(1, relation_of(rule.head));
    for (std::size_t i = 0; i < rule.body.length; ++i) {
      symbols.push_back(relation_of(rule.body.steps[i]));
    }
    if (pattern.has_head_constant) symbols.push_back(rule.head_constant);
    if (pattern.has_body_constant) symbols.push_back(rule.body_constant);
    set.append(form->second, symbols, static_cast<float>(rounded_confidence(rule)),
               RuleCounts::of(rule.counts.support, rule.counts.body));
  }
}

}  // namespace gntp
