// gntp rules: what was learned.
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/run_folder.h"
#include "app/verbs.h"
#include "explain/decode.h"

namespace gntp {

void run_rules(Arguments arguments, const Console& console) {
  std::string folder;
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
  line.json_flag(json);
  line.example("rules runs/s1 --top 5");
  line.example("rules runs/umls --min-confidence 0.5 --json");
  if (!line.parse(arguments, console)) return;

  const Run run = load_run(folder);
  const KnowledgeBase& kb = run.checkpoint.kb;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::string text;
  std::size_t count = 0;
  for (const DecodedRule& rule : decode_rules(kb, run.checkpoint.model)) {
    if (rule.confidence < min_confidence || count == top) break;
    ++count;
    list.push_back(to_json(kb, rule));
    text += fmt::format("{:.4f}  {}\n", rule.confidence, to_text(kb, rule));
  }
  if (json) {
    console.print_json(list);
  } else if (count > 0) {
    console.print(text);
  } else {
    console.note(kb.rules.rules.empty() ? "the model has no rules" : "no rule is that confident");
  }
}

}  // namespace gntp
