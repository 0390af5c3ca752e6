// The learned rules beside the paper's.
#include <fmt/format.h>

#include <algorithm>

#include "support/table1_report.h"

namespace gntp::bench {
namespace {

bool learned(const Comparison& comparison, std::string_view rule) {
  return std::ranges::any_of(comparison.first.at("rules"), [&](const nlohmann::json& item) {
    return item.at("rule").get<std::string>() == rule;
  });
}

std::string paper_list(const std::vector<const Comparison*>& comparisons) {
  std::string text = "The paper shows:\n\n";
  for (const std::string_view rule : comparisons.front()->row->rules) {
    const bool here = std::ranges::any_of(
        comparisons, [&](const Comparison* comparison) { return learned(*comparison, rule); });
    text += fmt::format("- `{}`{}\n", rule, here ? " (learned here, too)" : "");
  }
  return text + '\n';
}

std::string learned_table(const Comparison& comparison) {
  const std::string_view predicates =
      comparison.predicates == RulePredicates::kStandard ? "standard" : "attention";
  const nlohmann::json& rules = comparison.first.at("rules");
  std::string text = fmt::format(
      "Rule predicates `{}`; {} of the {} test triples that are proved have a best proof by a "
      "rule{}\n\n",
      predicates, comparison.first.at("proved_by_rule").get<int>(),
      comparison.first.at("proved").get<int>(),
      rules.empty() ? ". **No rule reaches a confidence of .1.**" : ":");
  if (rules.empty()) return text;
  text += "| confidence | rule | kind |\n|---|---|---|\n";
  for (const nlohmann::json& item : rules) {
    text += fmt::format("| {:.3f} | `{}` | {} |\n", item.at("confidence").get<double>(),
                        item.at("rule").get<std::string>(), item.at("kind").get<std::string>());
  }
  return text + '\n';
}

}  // namespace

std::string rules_text(const std::vector<Comparison>& comparisons) {
  std::string text =
      "# Learned rules\n\n"
      "What the presets learn with seed 1, as `gntp rules` reads it: up to eight rules with a "
      "confidence of at least .1, beside the rules that the paper shows for the data set.\n"
      "This page is written by `./run bench table1 DATA`.\n\n"
      "Kinds: symmetric `r(X, Y) :- r(Y, X)`, inverse `r(X, Y) :- s(Y, X)`, implication "
      "`r(X, Y) :- s(X, Y)`, equivalence (an implication whose converse is listed, too),\n"
      "transitive `r(X, Y) :- r(X, Z), r(Z, Y)`, composition (any other chain), trivial "
      "`r(X, Y) :- r(X, Y)`.\n\n";
  for (std::size_t i = 0; i < comparisons.size();) {
    std::vector<const Comparison*> same;
    const PaperRow* row = comparisons[i].row;
    for (; i < comparisons.size() && comparisons[i].row == row; ++i) {
      same.push_back(&comparisons[i]);
    }
    text += fmt::format("## {}\n\n", row->title);
    for (const Comparison* comparison : same) text += learned_table(*comparison);
    text += paper_list(same);
  }
  text.pop_back();
  return text;
}

}  // namespace gntp::bench
