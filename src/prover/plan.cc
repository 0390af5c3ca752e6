#include "prover/plan.h"

namespace gntp {

bool counts_farthest_link(const ProverOptions& options) {
  return options.tnorm == TNorm::kMin && options.unification == Unification::kPerTerm &&
         options.k_facts == 0;
}

bool keeps_tables(const ProverOptions& options, const PlannedData& data) {
  return counts_farthest_link(options) && options.depth >= 2 &&
         data.tables.bytes <= kLargestTables.bytes &&
         data.tables.operations <= kLargestTables.operations;
}

Plan plan_for(const ProverOptions& options, const PlannedData& data) {
  if (options.k_facts > 0) return Plan::kProveEach;
  if (keeps_tables(options, data)) return Plan::kLookUp;
  const bool farthest_link = counts_farthest_link(options);
  const bool walks = farthest_link && options.depth <= 1;
  const bool crowded = data.entities == SymbolKind::kSoft && data.count == PlannedData::Count::kFew;
  const bool joins = !walks || data.rules != PlannedData::Rules::kAllPaths;
  if (crowded && joins && data.proofs == ProofsWanted::kBest) return Plan::kProveEach;
  if (walks) return Plan::kWalk;
  return farthest_link ? Plan::kJoin : Plan::kJoinSums;
}

}  // namespace gntp
