#include "engine/explaining.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/calibrating.h"
#include "engine/names.h"
#include "explain/explanation.h"
#include "explain/similarity.h"
#include "model/kernel.h"
#include "prover/competing_facts.h"
#include "rank/mixed_search.h"

namespace gntp {
namespace {

// A fact to explain, and what must not be used for it.
struct AskedFact {
  Goal goal;
  Triple excluded;
  std::size_t wanted;  // proofs
};

// How the proofs make the score.
std::string reasons_of(const AggregateOptions& options, std::size_t proofs) {
  if (proofs == 1) return "one proof";
  switch (options.aggregate) {
    case Aggregate::kMax:
      return fmt::format("the best of {} proofs", proofs);
    case Aggregate::kMaxPlus:
      return fmt::format("the best of {} proofs; the others break ties (max_plus)", proofs);
    case Aggregate::kNoisyOr:
      break;
  }
  if (options.discount < 1) {
    return fmt::format(
        "{} proofs, each a reason that counts {:.2g} times the one before it (noisy_or)", proofs,
        options.discount);
  }
  return fmt::format("{} proofs, each a reason of its own (noisy_or)", proofs);
}

// The same with a link predictor.
std::string reasons_of(const AnswerParts& parts, std::size_t proofs) {
  return fmt::format("log-odds {:+.2f} = {:+.2f} by {}, {:+.2f} by similarity, {:+.2f} by prior",
                     parts.total(), parts.rules,
                     proofs == 0   ? "no proof"
                     : proofs == 1 ? "one proof"
                                   : fmt::format("{} proofs", proofs),
                     parts.similarity, parts.prior);
}

// A score may be small where the probability is large: of one question they only share the order.
std::string verdict_of(const Explanation& explanation, const std::string& reasons) {
  return fmt::format("score {:.3f}{}: {}", explanation.score,
                     explanation.probability ? ", which orders answers and is no probability" : "",
                     reasons);
}

std::vector<CounterEvidence> to_public(const std::vector<CompetingFacts>& competing,
                                       const KnowledgeBase& kb, Wording& wording) {
  std::vector<CounterEvidence> all;
  for (const CompetingFacts& each : competing) {
    CounterEvidence against;
    against.shared = each.shared;
    against.factor = each.factor;
    for (const Triple& fact : each.facts) {
      against.facts.push_back(fact_text(fact, kb));
      if (wording.differs()) against.facts_in_words.push_back(wording.fact(fact));
    }
    all.push_back(std::move(against));
  }
  return all;
}

// With a link predictor competing facts weigh on the whole answer where they have a weight of their
// own (mixture_weights.h), else on its proofs alone.
CompetingFactors answer_factors(const IndexedModel& model, RelationId relation,
                                CompetingFactors of_proofs) {
  const double weight = weights_of(model.model(), forwards(relation)).competition;
  if (weight == 0) return of_proofs;
  const Functionality& functionality = *model.reasoner().functionality();
  of_proofs.tail = std::pow(functionality.odds(backwards(relation)), weight);
  of_proofs.both = std::pow(functionality.pair_odds(relation), weight);
  return of_proofs;
}

// The best proofs, where one alone counts.
std::vector<ExplainedProof> best_proofs(const IndexedModel& model, const AskedFact& question,
                                        Wording& wording) {
  std::vector<ExplainedProof> proofs;
  const auto prover = model.prover();
  for (const Proof& proof : prover->prove_all(question.goal, question.wanted, question.excluded)) {
    proofs.push_back(explain(model.kb(), model.model(), proof, wording));
  }
  return proofs;
}

bool has_constants(const KnowledgeBase& kb, RuleId rule) {
  if (rule == RuleProof::kByFact) return false;
  const auto is_constant = [](const Term& term) { return !term.is_variable(); };
  const Rule it = kb.rules[rule];
  return std::ranges::any_of(it.head.arguments, is_constant);
}

// The proofs by different rules that were counted.
std::vector<ExplainedProof> counted_proofs(const IndexedModel& model, const AskedFact& question,
                                           std::span<const RuleProof> counted,
                                           const std::vector<CompetingFacts>& competing,
                                           Wording& wording) {
  double against = 1;
  for (const CompetingFacts& each : competing) against *= each.factor;
  std::vector<ExplainedProof> proofs;
  const double slope = model.model().slope;
  const auto prover = model.prover();
  for (const RuleProof& each : counted.first(std::min(question.wanted, counted.size()))) {
    const Proof* proof = prover->prove_by(each.rule, question.goal, question.excluded);
    if (proof == nullptr) continue;
    proofs.push_back(explain(model.kb(), model.model(), *proof, wording));
    const double counts = score_of(each.distance, slope);
    proofs.back().counts = counts;
    proofs.back().share = counts / (counts + against * (1 - counts)) / score_of(each.own, slope);
    const bool paths_first = model.aggregation(RelationId(question.goal.predicate)).paths_first;
    proofs.back().stands_back = paths_first && has_constants(model.kb(), each.rule);
    if (proofs.back().stands_back) proofs.back().share /= kBehindPaths;
  }
  return proofs;
}

}  // namespace

Explanation explain_fact(const IndexedModel& model, const Calibration& calibration,
                         const Triple& fact, const ExplainOptions& options) {
  const AggregateOptions aggregation = model.aggregation(fact.relation);
  const bool is_known = model.reasoner().graph().contains(fact);
  AskedFact question{{fact.relation, fact.head, fact.tail}, kNoFact, options.proofs};
  if (options.itself == ExplainOptions::Itself::kExcluded && is_known) question.excluded = fact;
  if (question.wanted == 0)
    question.wanted = aggregation.one_proof_counts() ? 1 : aggregation.proofs;
  const std::vector<RuleProof> counted = model.proofs_of(question.goal, question.excluded);
  const CompetingFactors factors = proof_factors(model.reasoner(), fact.relation);
  const std::vector<CompetingFacts> competing =
      competing_facts_of(model.reasoner(), question.goal, factors, question.excluded);

  Explanation explanation;
  Wording wording(model.kb());
  explanation.fact = fact_text(fact, model.kb());
  explanation.in_words = wording.fact(fact);
  explanation.known = is_known;
  Judgement judgement = model.judge(fact.relation, counted);
  const std::optional<AnswerParts> parts = model.parts_of(fact, question.excluded);
  if (parts) {
    constexpr std::size_t kSimilar = 5;
    const double total = parts->total();
    judgement = {score_of_log_odds(total), {evidence_of_log_odds(total)}};
    explanation.parts = to_public(*parts);
    explanation.against = to_public(
        competing_facts_of(model.reasoner(), question.goal,
                           answer_factors(model, fact.relation, factors), question.excluded),
        model.kb(), wording);
    explanation.similar =
        similarity_evidence(model.kb(), model.model().predictor, fact, kSimilar, wording);
  }
  explanation.score = judgement.score;
  explanation.probability =
      probability_of(calibration, model, fact, AskedSide::kTail, judgement,
                     question.excluded != kNoFact ? IfKnown::kAsNew : IfKnown::kCertain);
  explanation.tie_breaker = std::move(judgement.tie_breaker);
  explanation.floor = model.reasoner().options().floor;
  if (!parts) explanation.against = to_public(competing, model.kb(), wording);
  explanation.proofs = aggregation.one_proof_counts()
                           ? best_proofs(model, question, wording)
                           : counted_proofs(model, question, counted, competing, wording);
  if (parts) {
    explanation.verdict = verdict_of(explanation, reasons_of(*parts, counted.size()));
  } else if (!competing.empty() ||
             (aggregation.aggregate != Aggregate::kMax && counted.size() > 1)) {
    explanation.verdict = verdict_of(explanation, reasons_of(aggregation, counted.size()));
  }
  explanation.labels = wording.labels();
  return explanation;
}

}  // namespace gntp
