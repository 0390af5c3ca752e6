// gntp explain: the proofs of a fact.
#include <gntp/engine.h>

#include "app/asked.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/explanation_format.h"
#include "app/opened_run.h"
#include "app/terminal.h"
#include "app/verbs.h"
#include "engine/names.h"

namespace gntp {
namespace {

// What the options say together. Many facts are JSON Lines unless --format says something else.
ExplanationFormat chosen_format(const std::string& name, bool json, bool many) {
  if (name.empty()) {
    return json || many ? ExplanationFormat::kJson : ExplanationFormat::kText;
  }
  const ExplanationFormat format = parse_explanation_format(name);
  if (json && format != ExplanationFormat::kJson) {
    throw UsageError("--json is --format json; choose one format");
  }
  return format;
}

ExplanationPrinter::Drawn chosen_drawing(const Console& console, bool ascii) {
  const OutputKind output = output_kind(console);
  return {.drawing = ascii ? Drawing::kAscii : drawing_for(output), .colors = colors_for(output)};
}

void explain_many(const Engine& engine, const Asked& asked, const ExplainOptions& options,
                  ExplanationPrinter& printer, const Console& console) {
  const auto answer = [&](std::span<const Question> questions, const Observer& observer) {
    std::vector<Fact> facts;
    facts.reserve(questions.size());
    for (const Question& question : questions) facts.push_back(fact_of(question));
    for (const Explanation& each : engine.explain(facts, options, observer)) printer.print(each);
  };
  asked.for_each_block(engine, console, answer);
  printer.finish();
}

}  // namespace

void run_explain(Arguments arguments, const Console& console) {
  std::string folder;
  std::size_t threads = 0;
  std::size_t wanted = 0;
  bool inferred = false;
  bool ascii = false;
  bool json = false;
  std::string format_name;
  CommandLine line(
      "explain",
      "Draw the best proofs of a fact: the rules and facts used, how well every pair of "
      "symbols\nmatches, and the weakest link, which is the score. A known fact proves "
      "itself; --inferred\nshows how it would be inferred. With --queries, each line is a fact, "
      "'rel(a, b)', or head,\nrelation and tail with tabs between, or a JSON object with these; "
      "it is explained in one line of\nJSON, in order, or as --format says: drawings, graphs of "
      "DOT one after the other, or one page of\nHTML.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  Asked asked(line, LinesOf::kFacts, "FACT", "'rel(a, b)'; quote it for the shell");
  line.option("--proofs", wanted, 1, 1000,
              "proofs to draw, the best first (1, or all that count with rank.aggregate)");
  line.flag("--inferred", inferred, "prove a known fact without itself");
  OpenedRun run(line, OpenedRun::Offers::kFactsAndWithout, OpenedRun::Data::kStore);
  line.option("--format", "text|json|dot|svg|html", format_name,
              "a drawing (the default), JSON, a graph for Graphviz, a picture, or a page");
  line.flag("--ascii", ascii, "draw with ASCII characters only");
  line.threads_option(threads);
  line.json_flag(json);
  line.example("explain runs/s1 'locatedIn(finland, europe)' --proofs 3");
  line.example("explain runs/s1 'neighborOf(france, spain)' --inferred");
  line.example("explain runs/s1 'locatedIn(finland, europe)' --format svg > proof.svg");
  if (!line.parse(arguments, console)) return;

  asked.check("explain", folder);
  const ExplanationFormat format = chosen_format(format_name, json, asked.is_batch());
  if (ascii && format != ExplanationFormat::kText) {
    throw UsageError(asked.is_batch() && format_name.empty()
                         ? "--ascii is for drawings; --queries writes JSON, or --format text"
                         : "--ascii is for drawings, --format text");
  }
  if (!asked.is_batch() && line.given("--threads")) {
    throw UsageError("--threads goes with --queries");
  }
  ExplanationPrinter printer(
      console, format,
      asked.is_batch() ? ExplanationPrinter::Asked::kMany : ExplanationPrinter::Asked::kOne,
      chosen_drawing(console, ascii));
  ExplainOptions options;
  options.proofs = wanted;
  if (!asked.is_batch() && run.spares(asked.text())) inferred = true;
  if (inferred) options.itself = ExplainOptions::Itself::kExcluded;
  const Engine engine = run.open(folder, asked.is_batch() ? threads : 1, messages_to(console));
  if (asked.is_batch()) {
    explain_many(engine, asked, options, printer, console);
    return;
  }
  const Explanation explanation = engine.explain(asked.text(), options, messages_to(console));
  const bool drawn = format == ExplanationFormat::kText;
  if (drawn && explanation.proofs.empty() && !explanation.parts) {
    const std::string text = explanation.to_text();
    console.note(text.substr(0, text.size() - 1));
    return;
  }
  printer.print(explanation);
  printer.finish();
  if (drawn && explanation.known && !inferred) {
    console.flush();
    console.note("this is a known fact; --inferred shows how it would be inferred");
  }
}

}  // namespace gntp
