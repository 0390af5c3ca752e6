// Which facts a goal of the search is to be unified with; prover.cc does so.
#include <tuple>

#include "prover/prover.h"

namespace gntp {

// All facts below the bound or, greedily, the k nearest.
void Prover::find_facts(const FactPattern& pattern, float bound,
                        std::vector<FactMatch>& matches) const {
  const ProverOptions& options = reasoner_.options();
  if (options.k_facts == 0) {
    fact_search_.within(pattern, bound, matches);
    return;
  }
  if (options.index == IndexKind::kStructured) {
    fact_search_.nearest_k(pattern, options.k_facts, bound, matches);
    return;
  }
  if (!fact_search_.nearest(pattern, bound, bound)) return;  // none of the k could be used
  if (is_faiss(options.index)) {
    reasoner_.faiss().nearest(pattern, options.k_facts, matches);
  } else {
    fact_search_.nearest_k_euclidean(pattern, options.k_facts, matches);
  }
  for (FactMatch& match : matches) match.distance = fact_search_.distance_to(pattern, match.fact);
}

// Where one variable is free, only the nearest fact for each of its bindings can lead to a best
// proof.
void Prover::keep_nearest_per_binding(const FactPattern& pattern, Enumeration& enumeration) const {
  if (pattern.head.has_value() == pattern.tail.has_value()) return;
  const bool binds_tail = !pattern.tail;
  std::vector<FactMatch>& matches = enumeration.matches;
  enumeration.stamp_of.resize(reasoner_.kb().entities.size(), 0);
  enumeration.match_of.resize(reasoner_.kb().entities.size());
  const std::uint32_t stamp = ++enumeration.stamp;
  std::uint32_t kept = 0;
  for (const FactMatch& match : matches) {
    const EntityId binding = binds_tail ? match.fact.tail : match.fact.head;
    if (enumeration.stamp_of[binding] != stamp) {
      enumeration.stamp_of[binding] = stamp;
      enumeration.match_of[binding] = kept;
      matches[kept++] = match;
    } else if (FactMatch& best = matches[enumeration.match_of[binding]];
               std::tuple(match.distance, match.fact) < std::tuple(best.distance, best.fact)) {
      best = match;
    }
  }
  matches.resize(kept);
}

}  // namespace gntp
