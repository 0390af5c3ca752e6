#include "mine/mined_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kb/anyburl.h"

namespace gntp {
namespace {

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

ArgumentText variable(std::string name) {
  return {ArgumentText::Kind::kVariable, std::move(name)};
}

ArgumentText variable_or(EntityId constant, const char* name, const KnowledgeBase& kb) {
  if (constant == kNoEntity) return variable(name);
  return {ArgumentText::Kind::kConstant, kb.entities.name(constant)};
}

AtomText atom(Step step, const ArgumentText& from, const ArgumentText& to,
              const KnowledgeBase& kb) {
  AtomText text;
  text.predicate = kb.relations.name(relation_of(step));
  text.arguments = is_forwards(step) ? std::vector{from, to} : std::vector{to, from};
  return text;
}

// The path from the start to the end; turned round where the start is the head's second argument,
// so that it always reads from X to Y.
void add_path(const MinedRule& rule, const KnowledgeBase& kb, ClauseText& clause) {
  Body body = rule.body;
  Step head = rule.head;
  if (!is_forwards(head)) {
    head = inverse(head);
    const auto end = body.steps.begin() + body.length;
    std::reverse(body.steps.begin(), end);
    std::for_each(body.steps.begin(), end, [](Step& step) { step = inverse(step); });
  }
  const std::array<ArgumentText, kMaxPath - 1> inner{variable("A"), variable("B"), variable("C")};
  ArgumentText from = variable("X");
  clause.head = atom(head, from, variable("Y"), kb);
  for (std::size_t i = 0; i < body.length; ++i) {
    const ArgumentText to = i + 1 == body.length ? variable("Y") : inner[i];
    clause.body.push_back(atom(body.steps[i], from, to, kb));
    from = to;
  }
}

// From X to the constant.
void add_constants(const MinedRule& rule, const KnowledgeBase& kb, ClauseText& clause) {
  clause.head = atom(rule.head, variable("X"), variable_or(rule.head_constant, "", kb), kb);
  if (rule.body.length == 0) return;
  ArgumentText from = variable("X");
  if (rule.body.length == 2) {
    clause.body.push_back(atom(rule.body.steps[0], from, variable("A"), kb));
    from = variable("A");
  }
  const Step last = rule.body.steps[rule.body.length - 1U];
  clause.body.push_back(atom(last, from, variable_or(rule.body_constant, "A", kb), kb));
}

}  // namespace

double MinedCounts::confidence() const {
  return ratio(support, body);
}

double MinedCounts::pca_confidence() const {
  return ratio(support, known_body);
}

double rounded_confidence(const MinedRule& rule) {
  constexpr double kDigits = 6;
  if (rule.confidence <= 0) return 0;
  const double scale = std::pow(10.0, kDigits - 1 - std::floor(std::log10(rule.confidence)));
  return std::round(rule.confidence * scale) / scale;
}

RuleKind kind_of(const MinedRule& rule) {
  const std::uint8_t length = rule.body.length;
  if (length == 0) return RuleKind::kBodiless;
  if (rule.head_constant == kNoEntity) return length <= 2 ? RuleKind::kPath : RuleKind::kLongPath;
  return length == 1 ? RuleKind::kConstantStep : RuleKind::kConstantPath;
}

ClauseText to_clause(const MinedRule& rule, const KnowledgeBase& kb) {
  ClauseText clause;
  if (rule.head_constant == kNoEntity) {
    add_path(rule, kb, clause);
  } else {
    add_constants(rule, kb, clause);
  }
  if (rule.confidence > 0) clause.confidence = rounded_confidence(rule);
  clause.counts = RuleCounts::of(rule.counts.support, rule.counts.body);
  return clause;
}

std::string to_rule_line(const MinedRule& rule, const KnowledgeBase& kb) {
  std::string line =
      fmt::format("{}  % support {} of {}, PCA confidence {:.4f}", to_text(to_clause(rule, kb)),
                  rule.counts.support, rule.counts.body, rule.counts.pca_confidence());
  if (!rule.counts.is_exact()) {
    line += fmt::format(", counted on {:.3g}% of the entities: confidence {:.4f} to {:.4f}",
                        100 * rule.counts.share, rule.counts.low, rule.counts.high);
  }
  return line;
}

std::string to_anyburl_line(const MinedRule& rule, const KnowledgeBase& kb) {
  return to_anyburl(to_clause(rule, kb));
}

}  // namespace gntp
