// The best rules of a model, each with facts that it explains and facts that it would add.
#include <fmt/format.h>
#include <gntp/browsing.h>

#include <algorithm>
#include <map>

#include "base/html.h"
#include "engine/watch.h"
#include "report/sections.h"

namespace gntp {
namespace {

using Column = HtmlTable::Column;

constexpr std::size_t kShown = 24;
constexpr std::size_t kLookedAt = 5000;  // that they are chosen from
constexpr std::size_t kOfRelation = 3;   // with the same head, unless there are no others
constexpr std::size_t kExamples = 3;

// The most confident, not too many of one relation, the most confident first.
std::vector<LearnedRule> best_rules(std::vector<LearnedRule> all) {
  std::map<std::string, std::size_t> by_relation;
  std::vector<std::size_t> chosen;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string relation = all[i].atoms.empty() ? "" : all[i].atoms.front().relation;
    (by_relation[relation]++ < kOfRelation ? chosen : others).push_back(i);
  }
  chosen.resize(std::min(chosen.size(), kShown));
  const std::size_t room = kShown - chosen.size();
  others.resize(std::min(others.size(), room));
  chosen.insert(chosen.end(), others.begin(), others.end());
  std::ranges::sort(chosen);
  std::vector<LearnedRule> rules;
  rules.reserve(chosen.size());
  for (const std::size_t i : chosen) rules.push_back(std::move(all[i]));
  return rules;
}

// "40 rules", where it is known that some read the same "40 rules (those that read the same are
// one)".
std::string all_of(const std::vector<LearnedRule>& rules, std::size_t all) {
  std::size_t copies = 0;
  for (const LearnedRule& rule : rules) copies += rule.copies;
  if (copies < all || rules.size() == all) return counted(all, "rule", "rules");
  return counted(rules.size(), "rule", "rules") + " (those that read the same are one)";
}

std::string list_of(std::string_view title, const std::vector<RuleExample>& examples) {
  if (examples.empty()) return {};
  std::string items;
  for (const RuleExample& example : examples) {
    std::string body;
    for (const FactInWords& fact : example.body) {
      body += fmt::format("{}{}", body.empty() ? "" : ", ", short_code(fact.in_words));
    }
    items += fmt::format("<li>{} <span class=\"quiet\">because</span> {}</li>\n",
                         short_code(example.head.in_words), body);
  }
  return fmt::format("<div class=\"quiet\">{}</div><ul>\n{}</ul>\n", title, items);
}

std::string examples_of(const Engine& engine, const LearnedRule& rule) {
  if (rule.atoms.size() < 2) return {};  // without a body there is nothing to show
  RuleExamples examples;
  try {
    examples = rule_examples(engine, rule.text, kExamples);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    return {};  // a rule that facts alone cannot show, as one of patterns that are new
  }
  const std::string html = list_of("It explains known facts:", examples.right) +
                           list_of("It would add what is not known:", examples.wrong);
  return html.empty() ? html : folded("<span class=\"quiet\">examples</span>", html);
}

}  // namespace

Section rules_section(const ReportSource& source, const Observer& observer) {
  Section section{"rules", "Rules", {}};
  report(observer, "rules", 0, [] { return std::string(); });
  std::vector<LearnedRule> looked_at = source.engine.rules(kLookedAt);
  const std::string all = all_of(looked_at, counts_of(source.engine).rules);
  const std::vector<LearnedRule> rules = best_rules(std::move(looked_at));
  if (rules.empty()) {
    section.html = absence("The model has no rules: it judges answers by vectors alone.");
    return section;
  }
  const bool has_counts =
      std::ranges::any_of(rules, [](const LearnedRule& rule) { return rule.body > 0; });
  std::vector<std::pair<std::string, Column>> columns{{"confidence", Column::kNumber}};
  if (has_counts) columns.emplace_back("right / found", Column::kNumber);
  columns.emplace_back("rule", Column::kText);
  HtmlTable table("The most confident rules, at most three of a relation where there are others",
                  std::move(columns));
  for (std::size_t i = 0; i < rules.size(); ++i) {
    report(observer, "rules", static_cast<double>(i) / static_cast<double>(rules.size()),
           [] { return std::string(); });
    const LearnedRule& rule = rules[i];
    std::vector<std::string> cells{fmt::format("{:.4f}", rule.confidence)};
    if (has_counts) {
      cells.push_back(rule.body > 0 ? fmt::format("{} / {}", grouped_number(rule.support),
                                                  grouped_number(rule.body))
                                    : std::string());
    }
    cells.push_back(short_code(rule.in_words.empty() ? rule.text : rule.in_words, 400) +
                    examples_of(source.engine, rule));
    table.add(cells);
  }
  section.html = paragraph(fmt::format(
      "{} of {}. A rule's head, left of ':-', holds where all of its body, right of it, does. A "
      "learned predicate is named by the nearest relation.{}",
      grouped_number(rules.size()), all,
      has_counts ? " 'right / found' is how many of the pairs that the body finds in the training "
                   "facts the head has, too."
                 : ""));
  section.html += table.html();
  return section;
}

}  // namespace gntp
