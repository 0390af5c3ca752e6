// gntp rules: what was learned.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/rule_format.h"
#include "app/run_folder.h"
#include "app/verbs.h"
#include "explain/decode.h"
#include "kb/anyburl.h"

namespace gntp {
namespace {

// A rule can be given to others where its body says what it means: relations, not learned vectors.
bool has_fixed_body(const DecodedRule& rule) {
  return std::ranges::none_of(rule.body, &DecodedPredicate::learned);
}

// As lines of a rule file. What they cannot express is named on the console.
void print_rules(const std::vector<DecodedRule>& rules, const KnowledgeBase& kb, RuleFormat format,
                 const Console& console) {
  std::string text;
  std::vector<std::string> left_out;
  for (const DecodedRule& rule : rules) {
    if (!has_fixed_body(rule) || rule.confidence <= 0) {
      left_out.push_back(to_text(kb, rule));
      continue;
    }
    const ClauseText clause = to_clause(kb, rule);
    text += format == RuleFormat::kAnyburl ? to_anyburl(clause) : to_text(clause);
    if (format != RuleFormat::kAnyburl && clause.counts.body > 0) {
      text += fmt::format("  % support {} of {}", clause.counts.support, clause.counts.body);
    }
    text += '\n';
  }
  console.print(text);
  for (const std::string& rule : left_out) {
    console.warn(fmt::format("left out, its body is learned or its confidence 0: {}", rule));
  }
}

}  // namespace

void run_rules(Arguments arguments, const Console& console) {
  std::string folder;
  std::string format_name;
  std::size_t top = std::numeric_limits<std::size_t>::max();
  double min_confidence = 0;
  bool json = false;
  CommandLine line(
      "rules",
      "The rules, the most confident first. A learned predicate is named by the nearest "
      "relation;\nthe confidence is the smallest of these similarities.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.option("--top", top, 1, std::numeric_limits<std::size_t>::max(), "rules to print (all)");
  line.option("--min-confidence", min_confidence, 0, 1, "leave out the less confident");
  line.option(
      "--format", "pl|anyburl", format_name,
      "print a file of rules for 'gntp train --rules', or for AnyBURL (with the counts that the "
      "rules were found with)");
  line.json_flag(json);
  line.example("rules runs/s1 --top 5");
  line.example("rules runs/umls --min-confidence 0.5 --json");
  if (!line.parse(arguments, console)) return;
  std::optional<RuleFormat> format;
  if (!format_name.empty()) format = parse_rule_format(format_name);
  if (format && json) throw UsageError("--format and --json are two ways to print; choose one");

  const Run run = load_run(folder);
  const KnowledgeBase& kb = run.checkpoint.kb;
  std::vector<DecodedRule> rules = decode_rules(kb, run.checkpoint.model);
  std::erase_if(rules, [&](const DecodedRule& rule) { return rule.confidence < min_confidence; });
  if (rules.size() > top)
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(top), rules.end());
  if (format) {
    print_rules(rules, kb, *format, console);
  } else if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DecodedRule& rule : rules) list.push_back(to_json(kb, rule));
    console.print_json(list);
  } else if (!rules.empty()) {
    for (const DecodedRule& rule : rules) {
      console.print(fmt::format("{:.4f}  {}\n", rule.confidence, to_text(kb, rule)));
    }
  } else {
    console.note(kb.rules.empty() ? "the model has no rules" : "no rule is that confident");
  }
}

}  // namespace gntp
