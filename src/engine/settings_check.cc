// Which settings go together.
#include "base/error.h"
#include "engine/settings.h"
#include "prover/plan.h"

namespace gntp {

void check_settings(const AllOptions& settings) {
  const ProverOptions& prover = settings.prover;
  const Plan plan = plan_for(prover, {settings.model.entities});
  if (plan == Plan::kProveEach && !prover.aggregation.one_proof_counts()) {
    throw UsageError(
        "rank.aggregate, rank.groundings and rank.competing_facts compare all answers' proofs, "
        "which greedy search does not look for; leave prover.k_facts at 0, or rank by \"max\", "
        "\"best\" and \"ignore\"");
  }
  const bool ranks = settings.learn.objective == Objective::kRank && settings.learn.epochs > 0;
  if (plan == Plan::kProveEach && ranks) {
    throw UsageError(
        "learn.objective = \"rank\" looks at all answers, which greedy search does not; leave "
        "prover.k_facts at 0, or learn by \"truth\"");
  }
  if (ranks && settings.model.entities == SymbolKind::kSoft) {
    throw UsageError(
        "learn.objective = \"rank\" looks at all answers to every fact; where entities have "
        "vectors everything answers everything, which takes hours; set model.entities = "
        "\"symbolic\", or learn by \"truth\"");
  }
  const bool predicts = settings.predictor.kind != PredictorKind::kNone;
  if (predicts && prover.aggregation.aggregate != Aggregate::kNoisyOr) {
    throw UsageError(
        "a link predictor adds to the evidence of all proofs; set rank.aggregate = \"noisy_or\", "
        "or "
        "predictor.kind = \"none\"");
  }
  if (!predicts && settings.rules.origin == RuleOrigin::kNone) {
    throw UsageError(
        "learn.rules = \"none\" leaves a link predictor to speak alone; set predictor.kind, or let "
        "learn.rules be another");
  }
  const bool walks = plan == Plan::kWalk && settings.model.entities == SymbolKind::kSymbolic;
  if (prover.aggregation.groundings == Groundings::kShare && !walks) {
    throw UsageError(
        "rank.groundings = \"share\" counts groundings over symbols: it needs model.entities = "
        "\"symbolic\", prover.depth of 0 or 1, prover.tnorm = \"min\" and prover.unification = "
        "\"per_term\"");
  }
}

}  // namespace gntp
