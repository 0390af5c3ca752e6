// gntp explain: the proofs of a fact.
#include "explain/explanation.h"

#include <gntp/engine.h>

#include <nlohmann/json.hpp>

#include "app/asked.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/verbs.h"
#include "engine/names.h"

namespace gntp {

void run_explain(Arguments arguments, const Console& console) {
  std::string folder;
  std::size_t threads = 0;
  std::size_t wanted = 0;
  bool inferred = false;
  bool ascii = false;
  bool json = false;
  CommandLine line(
      "explain",
      "Draw the best proofs of a fact: the rules and facts used, how well every pair of "
      "symbols\nmatches, and the weakest link, which is the score. A known fact proves "
      "itself; --inferred\nshows how it would be inferred. With --queries, each line is a fact, "
      "'rel(a, b)', or head,\nrelation and tail with tabs between, or a JSON object with these; "
      "it is explained in one line of\nJSON, in order.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  Asked asked(line, LinesOf::kFacts, "FACT", "'rel(a, b)'; quote it for the shell");
  line.option("--proofs", wanted, 1, 1000,
              "proofs to draw, the best first (1, or all that count with rank.aggregate)");
  line.flag("--inferred", inferred, "prove a known fact without itself");
  OpenedRun run(line, OpenedRun::Offers::kFactsAndWithout);
  line.flag("--ascii", ascii, "draw with ASCII characters only");
  line.threads_option(threads);
  line.json_flag(json);
  line.example("explain runs/s1 'locatedIn(finland, europe)' --proofs 3");
  line.example("explain runs/s1 'neighborOf(france, spain)' --inferred");
  if (!line.parse(arguments, console)) return;

  asked.check("explain", folder);
  if (asked.is_batch() && ascii) throw UsageError("--ascii is for drawings; --queries writes JSON");
  if (!asked.is_batch() && line.given("--threads")) {
    throw UsageError("--threads goes with --queries");
  }
  ExplainOptions options;
  options.proofs = wanted;
  if (!asked.is_batch() && run.spares(asked.text())) inferred = true;
  if (inferred) options.itself = ExplainOptions::Itself::kExcluded;
  const Engine engine = run.open(folder, asked.is_batch() ? threads : 1, messages_to(console));
  if (asked.is_batch()) {
    const auto answer = [&](std::span<const Question> questions, const Observer& observer) {
      std::vector<Fact> facts;
      facts.reserve(questions.size());
      for (const Question& question : questions) facts.push_back(fact_of(question));
      for (const Explanation& each : engine.explain(facts, options, observer)) {
        console.print_json_line(to_json(each));
      }
    };
    asked.for_each_block(engine, console, answer);
    return;
  }
  const Explanation explanation = engine.explain(asked.text(), options, messages_to(console));
  if (json) {
    console.print_json(to_json(explanation));
    return;
  }
  const std::string drawn = explanation.to_text(ascii ? Drawing::kAscii : Drawing::kUnicode);
  if (explanation.proofs.empty() && !explanation.parts) {
    console.note(drawn.substr(0, drawn.size() - 1));
    return;
  }
  console.print(drawn);
  if (explanation.known && !inferred) {
    console.flush();
    console.note("this is a known fact; --inferred shows how it would be inferred");
  }
}

}  // namespace gntp
