// A question with one unknown entity, p(a, ?) or p(?, b), and its answers.
#pragma once

#include <cstdint>

#include "prover/prover.h"

namespace gntp {

// The argument that is asked for.
enum class Side : std::uint8_t { kHead, kTail };

struct CandidateQuery {
  PredicateId predicate;
  Side asked;
  Id known;  // the other argument
};

// The query with the entity for its unknown.
inline Goal goal_of(const CandidateQuery& query, Id entity) {
  if (query.asked == Side::kHead) return {query.predicate, entity, query.known};
  return {query.predicate, query.known, entity};
}

struct Candidate {
  Id entity;
  float distance;
};

}  // namespace gntp
