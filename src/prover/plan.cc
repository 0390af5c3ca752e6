#include "prover/plan.h"

namespace gntp {

bool counts_farthest_link(const ProverOptions& options) {
  return options.tnorm == TNorm::kMin && options.unification == Unification::kPerTerm &&
         options.k_facts == 0;
}

Plan plan_for(const ProverOptions& options, const PlannedData& data) {
  if (options.k_facts > 0) return Plan::kProveEach;
  const bool farthest_link = counts_farthest_link(options);
  const bool walks = farthest_link && options.depth <= 1;
  const bool crowded = data.entities == SymbolKind::kSoft && data.count == PlannedData::Count::kFew;
  const bool joins = !walks || data.rules != PlannedData::Rules::kAllPaths;
  if (crowded && joins && options.aggregation.one_proof_counts()) return Plan::kProveEach;
  if (walks) return Plan::kWalk;
  return farthest_link ? Plan::kJoin : Plan::kJoinSums;
}

}  // namespace gntp
