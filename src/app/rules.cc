// gntp rules: what was learned.
#include <gntp/engine.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command_line.h"
#include "app/opened_run.h"
#include "app/rule_format.h"
#include "app/verbs.h"

namespace gntp {
namespace {

// As lines of a rule file. What they cannot express is named on the console.
void print_lines(const std::vector<LearnedRule>& rules, RuleFormat format, const Console& console) {
  std::string text;
  for (const LearnedRule& rule : rules) {
    if (!rule.prolog.empty()) {
      text += (format == RuleFormat::kAnyburl ? rule.anyburl : rule.prolog) + '\n';
    }
  }
  console.print(text);
  for (const LearnedRule& rule : rules) {
    if (!rule.prolog.empty()) continue;
    console.warn(fmt::format("left out, its body is learned or its confidence 0: {}", rule.text));
  }
}

nlohmann::ordered_json to_json(const LearnedRule& rule) {
  nlohmann::ordered_json predicates = nlohmann::ordered_json::array();
  for (const ExplainedAtom& atom : rule.atoms) {
    predicates.push_back(
        {{"relation", atom.relation}, {"similarity", atom.similarity}, {"learned", atom.learned}});
  }
  nlohmann::ordered_json object{{"rule", rule.text}};
  if (!rule.in_words.empty()) object["in_words"] = rule.in_words;
  object["confidence"] = rule.confidence;
  object["copies"] = rule.copies;
  object["predicates"] = std::move(predicates);
  return object;
}

}  // namespace

void run_rules(Arguments arguments, const Console& console) {
  std::string folder;
  std::string store;
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
  store_option(line, store);
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

  const Engine engine = Engine::open(folder, OpenOptions{1, store, "cpu"});
  const std::vector<LearnedRule> rules = engine.rules(top, min_confidence);
  if (format) {
    print_lines(rules, *format, console);
  } else if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const LearnedRule& rule : rules) list.push_back(to_json(rule));
    console.print_json(list);
  } else if (!rules.empty()) {
    for (const LearnedRule& rule : rules) {
      console.print(fmt::format("{:.4f}  {}\n", rule.confidence,
                                rule.in_words.empty() ? rule.text : rule.in_words));
    }
  } else {
    console.note(engine.rules(1).empty() ? "the model has no rules" : "no rule is that confident");
  }
}

}  // namespace gntp
