// gntp explain: the proofs of a fact.
#include "explain/explanation.h"

#include <gntp/engine.h>

#include <nlohmann/json.hpp>

#include "app/answers_text.h"
#include "app/asked.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/verbs.h"
#include "engine/names.h"

namespace gntp {
namespace {

nlohmann::ordered_json to_json(const SimilarityEvidence& similar) {
  const auto list = [](const std::vector<SimilarEntity>& entities) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const auto& [name, similarity, in_words] : entities) {
      names.push_back({{"entity", name}, {"similarity", similarity}});
      if (!in_words.empty()) names.back()["in_words"] = in_words;
    }
    return names;
  };
  nlohmann::ordered_json facts = nlohmann::ordered_json::array();
  for (const auto& [fact, similarity, in_words] : similar.facts) {
    facts.push_back({{"fact", fact}, {"similarity", similarity}});
    if (!in_words.empty()) facts.back()["in_words"] = in_words;
  }
  return {{"like_head", list(similar.like_head)},
          {"like_tail", list(similar.like_tail)},
          {"facts", std::move(facts)}};
}

nlohmann::ordered_json to_json(const Explanation& explanation) {
  nlohmann::ordered_json proofs = nlohmann::ordered_json::array();
  for (const ExplainedProof& proof : explanation.proofs) {
    proofs.push_back(gntp::to_json(proof));
    proofs.back()["counts"] = proof.counts;
  }
  nlohmann::ordered_json against = nlohmann::ordered_json::array();
  for (const CounterEvidence& each : explanation.against) {
    against.push_back(
        {{"shared", name_of(each.shared)}, {"factor", each.factor}, {"facts", each.facts}});
    if (!each.facts_in_words.empty()) against.back()["in_words"] = each.facts_in_words;
  }
  nlohmann::ordered_json object{{"fact", explanation.fact},
                                {"known", explanation.known},
                                {"score", explanation.score},
                                {"tie_breaker", explanation.tie_breaker}};
  if (explanation.probability) object["probability"] = *explanation.probability;
  if (explanation.parts) object["parts"] = to_json(*explanation.parts);
  if (explanation.similar) object["similar"] = to_json(*explanation.similar);
  if (!explanation.in_words.empty()) {
    object["in_words"] = explanation.in_words;
    object["labels"] = explanation.labels;
  }
  object["competing_facts"] = against;
  object["proofs"] = proofs;
  return object;
}

}  // namespace

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
