// Which algorithm answers queries. Decided here and nowhere else:
//
//   greedy choice of facts (k_facts)      kProveEach   the choice depends on the whole goal
//   min, per_term, at most one rule       kWalk        a proof is its farthest link: rules that are
//                                                      walks are walked together
//   min, per_term, nested rules           kJoin
//   sums (product or joint)               kJoinSums    as kJoin, but rounded differently
//
// Where all entities are near each other a join holds nearly all bindings at once, while the
// prover's bounds cut most of them: a few soft entities are proved one by one where only the best
// proof counts and rules would have to be joined.
#pragma once

#include <cstdint>

#include "model/model.h"
#include "prover/prover_options.h"

namespace gntp {

enum class Plan : std::uint8_t {
  kWalk,       // down a tree of rules, all at once; rules that are no walks are joined
  kJoin,       // rule by rule, for all answers at once
  kJoinSums,   // the same; sums may differ from the prover's by kSumRounding of their value
  kProveEach,  // answer by answer
};

// What a plan has to know about the data.
struct PlannedData {
  SymbolKind entities = SymbolKind::kSoft;
  enum class Count : std::uint8_t { kFew, kMany } count = Count::kMany;  // of entities
  enum class Rules : std::uint8_t { kAllPaths, kAny } rules = Rules::kAllPaths;
};

Plan plan_for(const ProverOptions& options, const PlannedData& data);

// Whether a proof is as far as its farthest link and no fact is out of reach: then facts may be
// joined before a rule is chosen.
bool counts_farthest_link(const ProverOptions& options);

inline constexpr float kSumRounding = 1e-5F;

}  // namespace gntp
