// gntp explain: the proofs of a fact.
#include "explain/explanation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/names.h"
#include "app/open_run.h"
#include "app/verbs.h"
#include "model/kernel.h"
#include "rank/ranking.h"

namespace gntp {
namespace {

// A proof and what it counts among others: less than its own score where only a share of the rule's
// groundings agree.
struct CountedProof {
  Explanation explanation;
  double counts;
};

std::string heading(const CountedProof& proof, std::size_t number, std::size_t all) {
  std::string text = fmt::format("proof {} of {}", number, all);
  const double share = proof.counts / proof.explanation.score;
  constexpr double kWhole = 0.9995;
  if (share < kWhole) {
    text += fmt::format(", counts {:.3f}: {:.0f} % of the rule's groundings agree", proof.counts,
                        100 * share);
  }
  return text + "\n";
}

std::string to_text(const std::vector<CountedProof>& proofs, Drawing drawing) {
  std::string text;
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    if (proofs.size() > 1) {
      text += i == 0 ? "" : "\n";
      text += heading(proofs[i], i + 1, proofs.size());
    }
    text += gntp::to_text(proofs[i].explanation, drawing);
  }
  return text;
}

// Why several proofs make this score.
std::string verdict(const AggregateOptions& options, double score, std::size_t proofs) {
  if (options.aggregate == Aggregate::kNoisyOr) {
    return fmt::format("score {:.3f}: {} proofs, each a reason of its own (noisy_or)\n\n", score,
                       proofs);
  }
  return fmt::format("score {:.3f}: the best of {} proofs; the others break ties (max_plus)\n\n",
                     score, proofs);
}

// The best proofs of the fact, or those by different rules that counted.
std::vector<CountedProof> find_proofs(const OpenRun& run, const Goal& goal, Id hidden,
                                      std::span<const RuleProof> counted, std::size_t wanted) {
  std::vector<CountedProof> proofs;
  Prover prover(run.reasoner);
  const double slope = run.model().slope;
  if (run.reasoner.options().aggregation.is_plain()) {
    for (const Proof& proof : prover.prove_all(goal, wanted, hidden)) {
      proofs.push_back({explain(run.kb(), run.model(), proof), score_of(proof.distance, slope)});
    }
    return proofs;
  }
  for (const RuleProof& each : counted.first(std::min(wanted, counted.size()))) {
    if (const Proof* proof = prover.prove_by(each.rule, goal, hidden)) {
      proofs.push_back({explain(run.kb(), run.model(), *proof), score_of(each.distance, slope)});
    }
  }
  return proofs;
}

}  // namespace

void run_explain(Arguments arguments, const Console& console) {
  std::string folder;
  std::string text;
  std::size_t wanted = 0;
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
  line.option("--proofs", wanted, 1, 1000,
              "proofs to draw, the best first (1, or all that count with rank.aggregate)");
  line.flag("--without", without, "prove a known fact without itself");
  line.flag("--ascii", ascii, "draw with ASCII characters only");
  line.json_flag(json);
  line.example("explain runs/s1 'locatedIn(finland, europe)' --proofs 3");
  line.example("explain runs/s1 'neighborOf(france, spain)' --without");
  if (!line.parse(arguments, console)) return;

  OpenRun run = open_run(folder, 1, text);
  for (const std::string& note : run.patterns.notes) console.note(note);
  const Triple fact = resolve_fact(text, run.kb());
  const std::optional<Id> known = run.reasoner.facts().find(fact);
  const Goal goal{fact.relation, fact.head, fact.tail};
  const Id hidden = without ? known.value_or(kNoFact) : kNoFact;
  const AggregateOptions& options = run.reasoner.options().aggregation;
  const auto counted = proofs_of(run.reasoner, {&goal, 1}, run.threads, hidden).front();
  const double score = Aggregation(options, run.model().slope).score(counted);
  if (wanted == 0) wanted = options.is_plain() ? 1 : options.proofs;
  const std::vector<CountedProof> proofs = find_proofs(run, goal, hidden, counted, wanted);

  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CountedProof& proof : proofs) {
      list.push_back(to_json(proof.explanation));
      list.back()["counts"] = proof.counts;
    }
    console.print_json({{"fact", fact_text(fact, run.kb())},
                        {"known", known.has_value()},
                        {"score", score},
                        {"proofs", list}});
    return;
  }
  if (proofs.empty()) {
    console.note(fmt::format("{} has no proof that scores above the floor ({})",
                             fact_text(fact, run.kb()), run.run.settings.prover.floor));
    return;
  }
  if (options.aggregate != Aggregate::kMax && counted.size() > 1) {
    console.print(verdict(options, score, counted.size()));
  }
  console.print(to_text(proofs, ascii ? Drawing::kAscii : Drawing::kUnicode));
  if (known && !without) {
    console.flush();
    console.note("this is a known fact; --without shows how it would be inferred");
  }
}

}  // namespace gntp
