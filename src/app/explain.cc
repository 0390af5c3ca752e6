// gntp explain: the proofs of a fact.
#include "explain/explanation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/open_run.h"
#include "app/verbs.h"
#include "engine/names.h"
#include "model/kernel.h"
#include "prover/rivals.h"
#include "rank/ranking.h"

namespace gntp {
namespace {

// A proof and what it counts among others: less than its own score where only a share of the rule's
// groundings agree, or where rivals speak against the fact.
struct CountedProof {
  Explanation explanation;
  double share;
  double counts;
};

std::string heading(const CountedProof& proof, std::size_t number, std::size_t all) {
  std::string text = fmt::format("proof {} of {}", number, all);
  constexpr double kWhole = 0.9995;
  if (proof.counts < kWhole * proof.explanation.score) {
    text += fmt::format(", counts {:.3g}", proof.counts);
  }
  if (proof.share < kWhole) {
    text += fmt::format(": {:.0f} % of the rule's groundings agree", 100 * proof.share);
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

// Why the proofs make this score.
std::string verdict(const AggregateOptions& options, double score, std::size_t proofs) {
  const std::string text = fmt::format("score {:.3f}: ", score);
  if (proofs == 1) return text + "one proof\n";
  switch (options.aggregate) {
    case Aggregate::kMax:
      return text + fmt::format("the best of {} proofs\n", proofs);
    case Aggregate::kMaxPlus:
      return text +
             fmt::format("the best of {} proofs; the others break ties (max_plus)\n", proofs);
    case Aggregate::kNoisyOr:
      break;
  }
  return text + fmt::format("{} proofs, each a reason of its own (noisy_or)\n", proofs);
}

// What speaks against the fact.
std::string to_text(const Rivals& rivals, const KnowledgeBase& kb) {
  const std::string first = fact_text(kb.facts[rivals.facts.front()], kb);
  const std::string_view shared = rivals.shared == Side::kHead ? "head" : "tail";
  const std::size_t others = rivals.facts.size() - 1;
  if (others == 0) {
    return fmt::format("  odds times {:.3g}: {} is known, with the same {}\n", rivals.factor, first,
                       shared);
  }
  return fmt::format("  odds times {:.3g}: {} and {} more with the same {} are known\n",
                     rivals.factor, first, others, shared);
}

nlohmann::ordered_json to_json(const Rivals& rivals, const KnowledgeBase& kb) {
  nlohmann::ordered_json facts = nlohmann::ordered_json::array();
  for (const Id fact : rivals.facts) facts.push_back(fact_text(kb.facts[fact], kb));
  return {{"shared", rivals.shared == Side::kHead ? "head" : "tail"},
          {"factor", rivals.factor},
          {"facts", facts}};
}

// The best proofs of the fact, or those by different rules that counted.
std::vector<CountedProof> find_proofs(const OpenRun& run, const Goal& goal, Id hidden,
                                      std::span<const RuleProof> counted,
                                      std::span<const Rivals> rivals, std::size_t wanted) {
  std::vector<CountedProof> proofs;
  Prover prover(run.reasoner);
  const double slope = run.model().slope;
  if (run.reasoner.options().aggregation.is_plain()) {
    for (const Proof& proof : prover.prove_all(goal, wanted, hidden)) {
      proofs.push_back({explain(run.kb(), run.model(), proof), 1, score_of(proof.distance, slope)});
    }
    return proofs;
  }
  double against = 1;
  for (const Rivals& each : rivals) against *= each.factor;
  for (const RuleProof& each : counted.first(std::min(wanted, counted.size()))) {
    if (const Proof* proof = prover.prove_by(each.rule, goal, hidden)) {
      const double counts = score_of(each.distance, slope);
      const double share = counts / (counts + against * (1 - counts)) / score_of(each.own, slope);
      proofs.push_back({explain(run.kb(), run.model(), *proof), share, counts});
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
  const std::vector<Rivals> rivals = rivals_of(run.reasoner, goal, hidden);
  const std::vector<CountedProof> proofs = find_proofs(run, goal, hidden, counted, rivals, wanted);

  if (json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CountedProof& proof : proofs) {
      list.push_back(to_json(proof.explanation));
      list.back()["counts"] = proof.counts;
    }
    nlohmann::ordered_json against = nlohmann::ordered_json::array();
    for (const Rivals& each : rivals) against.push_back(to_json(each, run.kb()));
    console.print_json({{"fact", fact_text(fact, run.kb())},
                        {"known", known.has_value()},
                        {"score", score},
                        {"rivals", against},
                        {"proofs", list}});
    return;
  }
  if (proofs.empty()) {
    console.note(fmt::format("{} has no proof that scores above the floor ({})",
                             fact_text(fact, run.kb()), run.run.settings.prover.floor));
    return;
  }
  if (!rivals.empty() || (options.aggregate != Aggregate::kMax && counted.size() > 1)) {
    std::string why = verdict(options, score, counted.size());
    for (const Rivals& each : rivals) why += to_text(each, run.kb());
    console.print(why + "\n");
  }
  console.print(to_text(proofs, ascii ? Drawing::kAscii : Drawing::kUnicode));
  if (known && !without) {
    console.flush();
    console.note("this is a known fact; --without shows how it would be inferred");
  }
}

}  // namespace gntp
