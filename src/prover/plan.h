// Which algorithm answers queries. Decided here and nowhere else:
//
//   greedy choice of facts (k_facts)      kProveEach   the choice depends on the whole goal
//   min, per_term, nested rules that      kLookUp      the best distances of all subgoals are
//   are paths, few entities                            tables, and a row of them is the answer
//   min, per_term, at most one rule       kWalk        a proof is its farthest link: rules that are
//                                                      walks are walked together
//   min, per_term, nested rules           kJoin
//   sums (product or joint)               kJoinSums    as kJoin, but rounded differently
//
// Where all entities are near each other a join holds nearly all bindings at once, while the
// prover's bounds cut most of them: a few soft entities are proved one by one where only the best
// proof is asked for and rules would have to be joined.
#pragma once

#include <cstdint>
#include <limits>

#include "model/model.h"
#include "prover/prover_options.h"

namespace gntp {

enum class Plan : std::uint8_t {
  kWalk,       // down a tree of rules, all at once; rules that are no walks are joined
  kJoin,       // rule by rule, for all answers at once
  kJoinSums,   // the same; sums may differ from the prover's by kSumRounding of their value
  kLookUp,     // in tables of all subgoals, which the prover uses, too
  kProveEach,  // answer by answer
};

// How many proofs of an answer are asked for: the best, or several by different rules.
enum class ProofsWanted : std::uint8_t { kBest, kSeveral };

// What tables of all subgoals would cost (subgoal_tables.h).
struct TableCost {
  double bytes = std::numeric_limits<double>::infinity();
  double operations = std::numeric_limits<double>::infinity();  // each time the model changes
};
inline constexpr TableCost kLargestTables{.bytes = 1 << 30, .operations = 2e10};

// What a plan has to know about the data and the question.
struct PlannedData {
  SymbolKind entities = SymbolKind::kSoft;
  enum class Count : std::uint8_t { kFew, kMany } count = Count::kMany;  // of entities
  enum class Rules : std::uint8_t { kAllPaths, kAny } rules = Rules::kAllPaths;
  ProofsWanted proofs = ProofsWanted::kSeveral;
  TableCost tables = {};  // of rules that are all paths
};

Plan plan_for(const ProverOptions& options, const PlannedData& data);

// Whether a proof is as far as its farthest link and no fact is out of reach: then facts may be
// joined before a rule is chosen.
bool counts_farthest_link(const ProverOptions& options);

// Whether the best distances of all subgoals are kept in tables: then ground goals are proved with
// them, whatever the plan.
bool keeps_tables(const ProverOptions& options, const PlannedData& data);

inline constexpr float kSumRounding = 1e-5F;

}  // namespace gntp
