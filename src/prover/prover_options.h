// What counts as a proof and how proofs are searched for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "index/index_kind.h"
#include "index/unification.h"
#include "prover/aggregation.h"
#include "prover/proof.h"

namespace gntp {

// Whether rules may prove p(a, a): always, or only where a fact shows that p can hold of one entity
// twice.
enum class Reflexive : std::uint8_t { kAny, kKnown };

struct ProverOptions {
  // How many rule applications may be nested: 0 = facts only, 1 = rule bodies are proved by facts.
  std::size_t depth = 1;
  Unification unification = Unification::kPerTerm;
  TNorm tnorm = TNorm::kMin;
  // A proof that scores below this counts as no proof.
  double floor = 1e-4;
  Reflexive reflexive = Reflexive::kAny;
  // Greedy search: how many facts a goal unifies with, and how many rules of each template. 0 =
  // all.
  std::size_t k_facts = 0;
  std::size_t k_rules = 0;
  IndexKind index = IndexKind::kStructured;
  // How several proofs of a goal make its score, where goals are ranked.
  AggregateOptions aggregation = {};
};

}  // namespace gntp
