#include "support/rule_kind.h"

#include <algorithm>

namespace gntp::bench {
namespace {

// Whether the body leads from the head's first argument to its second, atom by atom.
bool is_chain(const Rule& rule) {
  Term place = rule.head.arguments[0];
  for (const Atom& atom : rule.body) {
    if (!(atom.arguments[0] == place)) return false;
    place = atom.arguments[1];
  }
  return place == rule.head.arguments[1];
}

bool all_same(const DecodedRule& rule) {
  return std::ranges::all_of(rule.body, [&](const DecodedPredicate& predicate) {
    return predicate.relation == rule.head.relation;
  });
}

RuleKind kind_of(const KnowledgeBase& kb, const DecodedRule& decoded) {
  const Rule rule = kb.rules[decoded.rule];
  const bool same = all_same(decoded);
  if (is_chain(rule)) {
    if (rule.body.size() == 1) return same ? RuleKind::kTrivial : RuleKind::kImplication;
    return same && rule.body.size() == 2 ? RuleKind::kTransitive : RuleKind::kComposition;
  }
  const bool turned = rule.body.size() == 1 &&
                      rule.body[0].arguments[0] == rule.head.arguments[1] &&
                      rule.body[0].arguments[1] == rule.head.arguments[0];
  if (turned) return same ? RuleKind::kSymmetric : RuleKind::kInverse;
  return RuleKind::kOther;
}

}  // namespace

std::string_view name_of(RuleKind kind) {
  switch (kind) {
    case RuleKind::kTrivial:
      return "trivial";
    case RuleKind::kSymmetric:
      return "symmetric";
    case RuleKind::kInverse:
      return "inverse";
    case RuleKind::kImplication:
      return "implication";
    case RuleKind::kEquivalence:
      return "equivalence";
    case RuleKind::kTransitive:
      return "transitive";
    case RuleKind::kComposition:
      return "composition";
    default:
      return "other";
  }
}

std::vector<RuleKind> kinds_of(const KnowledgeBase& kb, const std::vector<DecodedRule>& rules) {
  std::vector<RuleKind> kinds;
  kinds.reserve(rules.size());
  for (const DecodedRule& rule : rules) kinds.push_back(kind_of(kb, rule));
  const auto is_implication = [](RuleKind kind) {
    return kind == RuleKind::kImplication || kind == RuleKind::kEquivalence;
  };
  for (std::size_t i = 0; i < rules.size(); ++i) {
    for (std::size_t j = 0; j < rules.size(); ++j) {
      if (is_implication(kinds[i]) && is_implication(kinds[j]) &&
          rules[i].head.relation == rules[j].body[0].relation &&
          rules[j].head.relation == rules[i].body[0].relation) {
        kinds[i] = RuleKind::kEquivalence;
      }
    }
  }
  return kinds;
}

}  // namespace gntp::bench
