// gntp explain: the proofs of a fact.
#include "explain/explanation.h"

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/names.h"
#include "app/open_run.h"
#include "app/verbs.h"

namespace gntp {
namespace {

std::string to_text(const std::vector<Explanation>& explanations, Drawing drawing) {
  std::string text;
  for (std::size_t i = 0; i < explanations.size(); ++i) {
    if (explanations.size() > 1) {
      text += fmt::format("{}proof {} of {}\n", i == 0 ? "" : "\n", i + 1, explanations.size());
    }
    text += gntp::to_text(explanations[i], drawing);
  }
  return text;
}

}  // namespace

void run_explain(Arguments arguments, const Console& console) {
  std::string folder;
  std::string text;
  std::size_t proofs = 1;
  bool without = false;
  bool ascii = false;
  bool json = false;
  CommandLine line(
      "explain",
      "Draw the best proofs of a fact: the rules and facts used, how well every pair of "
      "symbols\nmatches, and the weakest link, which is the score. A known fact proves "
      "itself; --without\nshows how it would be inferred.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.argument("FACT", text, "'rel(a, b)'; quote it for the shell");
  line.option("--proofs", proofs, 1, 1000, "proofs to draw, the best first (1)");
  line.flag("--without", without, "prove a known fact without itself");
  line.flag("--ascii", ascii, "draw with ASCII characters only");
  line.json_flag(json);
  line.example("explain runs/s1 'locatedIn(finland, europe)' --proofs 3");
  line.example("explain runs/s1 'neighborOf(france, spain)' --without");
  if (!line.parse(arguments, console)) return;

  const OpenRun run = open_run(folder, 1, text);
  for (const std::string& note : run.patterns.notes) console.note(note);
  const Triple fact = resolve_fact(text, run.kb());
  const std::optional<Id> known = run.reasoner.facts().find(fact);
  Prover prover(run.reasoner);
  std::vector<Explanation> explanations;
  for (const Proof& proof : prover.prove_all({fact.relation, fact.head, fact.tail}, proofs,
                                             without ? known.value_or(kNoFact) : kNoFact)) {
    explanations.push_back(explain(run.kb(), run.model(), proof));
  }

  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Explanation& explanation : explanations) list.push_back(to_json(explanation));
    console.print_json(
        {{"fact", fact_text(fact, run.kb())}, {"known", known.has_value()}, {"proofs", list}});
    return;
  }
  if (explanations.empty()) {
    console.note(fmt::format("{} has no proof that scores above the floor ({})",
                             fact_text(fact, run.kb()), run.run.settings.prover.floor));
    return;
  }
  console.print(to_text(explanations, ascii ? Drawing::kAscii : Drawing::kUnicode));
  if (known && !without) {
    console.flush();
    console.note("this is a known fact; --without shows how it would be inferred");
  }
}

}  // namespace gntp
